import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { COSTLY_REPORTS, requireBounds, withCatalog } from '../../../../test/costly-reports.ts'
import { pdfOf, reportPdf, streamOf, twinOf } from '../../../../test/small-pdf.ts'
import { checkFile } from './check-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'hostile-files-'))
afterAll(() => rmSync(dir, { recursive: true }))

const MIB = 1024 * 1024
const report = reportPdf(twinOf([Buffer.from('one')]))
const verifyFile = join(import.meta.dirname, '../../../verify.ts')

/** The command as a reader runs it. */
function run(bytes: Uint8Array, args: string[] = []) {
  const file = join(dir, 'hostile.pdf')
  writeFileSync(file, bytes)
  return spawnSync(process.execPath, ['--no-warnings', verifyFile, file, ...args], { encoding: 'utf8' })
}

/** The trailer points with /Prev to the only table there is. */
function circular(): Buffer {
  const pdf = pdfOf(['<< /Type /Catalog >>'], '/Prev 0000000000')
  const at = /startxref\s+(\d+)/.exec(pdf.toString('latin1'))?.[1] ?? ''
  return Buffer.from(pdf.toString('latin1').replace('0000000000 >>', `${at.padStart(10, '0')} >>`), 'latin1')
}

/** Cheap to refuse; checked here without a process. */
const plain: [string, () => Buffer, string][] = [
  ['no bytes', () => Buffer.alloc(0), 'not a PDF'],
  ['random bytes', () => randomBytes(MIB), 'not a PDF'],
  ['a report cut in half', () => report.subarray(0, report.length / 2), 'its end is missing'],
  [
    'a table that is not there',
    () => Buffer.from('%PDF-1.7\nstartxref\n999999999\n%%EOF'),
    'not where the file says',
  ],
  ['tables in a circle', circular, 'in circles'],
  ['a reference to itself', () => pdfOf(['1 0 R']), 'the catalog is missing'],
  ['an encrypted file', () => pdfOf(['<< /Type /Catalog >>'], '/Encrypt 1 0 R'), 'encrypted'],
  ['a stream that is not packed', () => reportPdf(report, streamOf(randomBytes(999))), 'cannot be unpacked'],
  [
    'a stream packed in another way',
    () => reportPdf(report, streamOf(report, '/Filter /LZWDecode')),
    'not known',
  ],
  [
    'a stream longer than the file',
    () => reportPdf(report, Buffer.from('<< /Length 99999999 >>\nstream\nx\nendstream')),
    'cut off',
  ],
  ['one name twice', () => withCatalog('/Names << >> /Names << >>'), 'one name twice'],
  ['attached data that are not JSON', () => reportPdf(randomBytes(999)), 'not JSON'],
  [
    'a twin of another format',
    () => reportPdf(twinOf([], { format: 'walkaround-report/9' })),
    'not of format',
  ],
  ['a twin without pictures', () => reportPdf(twinOf([], { images: null })), 'lists no pictures'],
  ['no twin', () => withCatalog(''), 'no file is attached'],
]

// All of them are opened in hostile-files.full.test.ts, and by the command in hostile-files.timed.test.ts.
const SHARE = COSTLY_REPORTS.filter((_, at) => at % 4 === 0)

describe('verify', () => {
  it.each(plain)('refuses %s', async (_name, make, words) => {
    const { checks } = await checkFile(make(), null)
    const [first, ...more] = checks.filter(({ status }) => status === 'FAILED').map(({ detail }) => detail)
    expect(first).toContain(words)
    expect(more.filter((detail) => detail !== first)).toEqual([])
  })

  it.each(SHARE)('ends plainly for %s', (_name, make, words) => {
    const { status, stdout } = run(make())
    expect(stdout).toContain(words)
    expect(stdout.trim().split('\n').at(-1)).toMatch(
      /^Do not rely on this file: .* failed\. Nothing is proven\.$/,
    )
    expect(status).toBe(1)
  })

  it.each(SHARE)('works within bounds on %s', requireBounds)

  it('ends with 0 and prints JSON for a report in order', () => {
    const { status, stdout } = run(report, ['--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ is_failed: false, originals: null })
  })

  it('ends with 2 for a command that is not understood, and for a folder that is not there', () => {
    expect(run(report, ['--unknown']).status).toBe(2)
    expect(run(report, ['--originals', join(dir, 'nowhere')]).status).toBe(2)
  })
})
