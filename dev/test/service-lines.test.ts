import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { showServiceLines } from '../src/service-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-lines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('shows what is wrong and keeps everything', async () => {
  const lines = [
    '{"level":30,"msg":"request"}',
    '{"level":40,"msg":"slow"}',
    '{"level":50,"msg":"failed"}',
    'SyntaxError: Unexpected token',
    '',
  ]
  const path = join(folder, 'service.log')
  const file = createWriteStream(path)
  const shown: string[] = []
  const from = Readable.from(lines.map((line) => `${line}\n`))
  showServiceLines(from, file, (line) => shown.push(line))
  await expect.poll(() => readFileSync(path, 'utf8')).toBe(`${lines.join('\n')}\n`)
  expect(shown).toEqual(lines.slice(1, 4))
  file.close()
})
