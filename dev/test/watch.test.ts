import { type ChildProcess, spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { watchArguments } from '../src/watch.ts'

const root = mkdtempSync(join(tmpdir(), 'walkaround-watch-'))
const WAIT = { timeout: 300_000 }
const PROGRAM = `import { one } from 'one'
import { other } from '../../sdk/src/other.ts'
console.log('started', one + other)
setInterval(() => {}, 1000)
`

const started: ChildProcess[] = []
afterAll(() => {
  for (const service of started) service.kill()
  rmSync(root, { recursive: true, force: true })
})

it('a changed source restarts the service; a package that another checkout installs does not', async () => {
  for (const dir of ['catalog/src', 'sdk/src', 'server/src', 'node_modules/one', 'store', 'elsewhere'])
    mkdirSync(join(root, dir), { recursive: true })
  const stored = join(root, 'store/main.js')
  writeFileSync(join(root, 'node_modules/one/package.json'), '{ "type": "module", "main": "main.js" }')
  writeFileSync(stored, 'export const one = 1')
  linkSync(stored, join(root, 'node_modules/one/main.js'))
  writeFileSync(join(root, 'sdk/src/other.ts'), 'export const other = 1')
  const program = join(root, 'server/src/api.ts')
  writeFileSync(program, PROGRAM)
  const startsOf = (args: string[]) => {
    const service = spawn(process.execPath, [...args, program], { stdio: ['ignore', 'pipe', 'ignore'] })
    started.push(service)
    const lines: string[] = []
    createInterface({ input: service.stdout }).on('line', (line) => lines.push(line))
    return () => lines.filter((line) => line.startsWith('started'))
  }
  const ours = startsOf(watchArguments(root))
  const usual = startsOf(['--watch', '--watch-preserve-output'])
  await expect.poll(ours, WAIT).toEqual(['started 2'])
  await expect.poll(usual, WAIT).toEqual(['started 2'])

  // As an install does: the shared file gets one more name. Node watches what a program imports soon after it has started, and restarts.
  let installs = 0
  const install = () => {
    linkSync(stored, join(root, `elsewhere/${installs++}.js`))
    return usual().length
  }
  await expect.poll(install, { ...WAIT, interval: 500 }).toBeGreaterThan(1)
  expect(ours()).toEqual(['started 2'])
  writeFileSync(join(root, 'sdk/src/other.ts'), 'export const other = 2')
  await expect.poll(ours, WAIT).toEqual(['started 2', 'started 3'])
})
