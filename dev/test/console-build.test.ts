import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { buildConsoleIfChanged } from '../src/console-build.ts'

const root = mkdtempSync(join(tmpdir(), 'walkaround-console-build-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const page = 'console/dist/index.html'
// After the moment in which the folders are made.
let clockS = Math.ceil(Date.now() / 1000) + 100
function write(file: string): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  clockS += 10
  for (const changed of [path, dirname(path)]) utimesSync(changed, clockS, clockS)
}
const build = () => buildConsoleIfChanged(root, () => write(page))

it('builds what was never built or has changed since, and nothing else', () => {
  write('console/src/main.tsx')
  write('console/src/review/page.tsx')
  write('sdk/src/client.ts')
  expect(build()).toBe(true)
  expect(build()).toBe(false)
  for (const changed of ['console/src/review/page.tsx', 'sdk/src/client.ts', 'console/index.html']) {
    write(changed)
    expect(build(), changed).toBe(true)
    expect(build(), changed).toBe(false)
  }
  // A file is gone: its folder has changed.
  rmSync(join(root, 'console/src/review/page.tsx'))
  clockS += 10
  utimesSync(join(root, 'console/src/review'), clockS, clockS)
  expect(build()).toBe(true)
  // What is no source does not count, nor does a changed test.
  write('server/src/api.ts')
  write('console/src/main.test.tsx')
  utimesSync(join(root, 'console/src'), clockS - 100, clockS - 100)
  expect(build()).toBe(false)
})
