import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { buildAppsIfChanged } from '../src/app-builds.ts'

const root = mkdtempSync(join(tmpdir(), 'walkaround-app-builds-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

// After the moment in which the folders are made.
let clockS = Math.ceil(Date.now() / 1000) + 100
function write(file: string): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  clockS += 10
  for (const changed of [path, dirname(path)]) utimesSync(changed, clockS, clockS)
}
const build = () =>
  buildAppsIfChanged(root, (_root, apps) => {
    for (const app of apps) write(`${app}/dist/index.html`)
  })

it('builds what was never built or has changed since, and nothing else', () => {
  write('console/src/main.tsx')
  write('console/src/review/page.tsx')
  write('capture/src/main.tsx')
  write('sdk/src/client.ts')
  expect(build()).toEqual(['console', 'capture'])
  expect(build()).toEqual([])
  for (const [changed, app] of [
    ['console/src/review/page.tsx', 'console'],
    ['console/index.html', 'console'],
    ['capture/src/main.tsx', 'capture'],
  ] as const) {
    write(changed)
    expect(build(), changed).toEqual([app])
    expect(build(), changed).toEqual([])
  }
  write('sdk/src/client.ts')
  expect(build()).toEqual(['console', 'capture'])
  // A file is gone: its folder has changed.
  rmSync(join(root, 'console/src/review/page.tsx'))
  clockS += 10
  utimesSync(join(root, 'console/src/review'), clockS, clockS)
  expect(build()).toEqual(['console'])
  // What is no source does not count, nor does a changed test.
  write('server/src/api.ts')
  write('console/src/main.test.tsx')
  utimesSync(join(root, 'console/src'), clockS - 100, clockS - 100)
  expect(build()).toEqual([])
})
