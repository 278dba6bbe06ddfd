import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { discardStaleFiles, reportFileName } from './stale-files.ts'
import { uuidv7 } from './uuid.ts'

const HOUR_MS = 3_600_000
const nowMs = Date.now()

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'walkaround-stale-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const age = (path: string, hours: number) => {
  const seconds = (nowMs - hours * HOUR_MS) / 1_000
  utimesSync(path, seconds, seconds)
}

function file(name: string, hours: number): string {
  const path = join(dir, name)
  writeFileSync(path, 'x')
  age(path, hours)
  return path
}

function upload(name: string, hours: { folder: number; file: number }): string {
  const path = join(dir, name)
  mkdirSync(path)
  file(join(name, 'original'), hours.file)
  age(path, hours.folder)
  return path
}

it('removes reports and uploads that nobody has written to for an hour, and nothing else', async () => {
  const gone = [file(reportFileName(uuidv7()), 2), upload('walkaround-upload-aaaaaa', { folder: 2, file: 2 })]
  const kept = [
    file(reportFileName(uuidv7()), 0.5),
    upload('walkaround-upload-bbbbbb', { folder: 0.5, file: 0.5 }),
    // It grows still, however long ago it began.
    upload('walkaround-upload-cccccc', { folder: 5, file: 0 }),
    file('report-of-somebody-else.pdf', 100),
    file('notes.txt', 100),
  ]
  expect(await discardStaleFiles(dir, HOUR_MS, nowMs)).toBe(2)
  expect(gone.filter((path) => existsSync(path))).toEqual([])
  expect(kept.filter((path) => !existsSync(path))).toEqual([])
})

it('may run in two processes at once', async () => {
  for (let n = 0; n < 50; n++) upload(`walkaround-upload-${n}`, { folder: 2, file: 2 })
  const counts = await Promise.all([1, 2, 3].map(() => discardStaleFiles(dir, HOUR_MS, nowMs)))
  expect(Math.max(...counts)).toBeGreaterThan(0)
  expect(await discardStaleFiles(dir, HOUR_MS, nowMs)).toBe(0)
})
