import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { colorMistake, gradesMistake, logoMistake, readGrades } from './report-look.ts'

const folder = mkdtempSync(join(tmpdir(), 'look-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (content: string | Buffer) => {
  const file = join(folder, 'given')
  writeFileSync(file, content)
  return file
}

describe('the settings of a report', () => {
  it.each([
    ['#0f172a', null],
    ['#B91C1C', null],
    ['navy', 'must be a color'],
    ['#facc15', 'is too light'],
    ['#ffffff', 'is too light'],
  ])('color %s', (color, mistake) => {
    if (mistake === null) expect(colorMistake(color)).toBeNull()
    else expect(colorMistake(color)).toContain(mistake)
  })

  it.each([
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), null],
    ['a JPEG', Buffer.from('ffd8ffe0', 'hex'), null],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'neither PNG nor JPEG'],
    [
      'a huge PNG',
      Buffer.concat([Buffer.from('89504e47', 'hex'), Buffer.alloc(1_048_577)]),
      'larger than 1 MiB',
    ],
  ])('logo: %s', (_, content, mistake) => {
    const found = logoMistake(fileOf(content))
    if (mistake === null) expect(found).toBeNull()
    else expect(found).toContain(mistake)
  })

  it('logo: a file that is not there', () => {
    expect(logoMistake(join(folder, 'nowhere'))).toBe('names a file that cannot be read')
  })

  it('grades: a list', () => {
    const grades = [{ grade: 'A', minor: 0, moderate: 0, severe: 0 }, { grade: 'B' }]
    expect(readGrades(fileOf(JSON.stringify(grades)))).toEqual(grades)
    expect(gradesMistake(fileOf(JSON.stringify(grades)))).toBeNull()
  })

  it.each([
    ['{}', 'must be a list'],
    ['[]', 'must be a list'],
    ['nonsense', 'no list of grades'],
    ['[null]', 'each needs a `grade`'],
    ['[{"grade": ""}]', 'each needs a `grade`'],
    ['[{"grade": "A", "sever": 0}]', '`sever` is none of'],
    ['[{"grade": "A", "severe": -1}]', 'whole and not negative'],
  ])('grades: %s', (content, mistake) => {
    expect(gradesMistake(fileOf(content))).toContain(mistake)
  })
})
