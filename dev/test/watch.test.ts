import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { watchArguments } from '../src/watch.ts'

const root = mkdtempSync(join(tmpdir(), 'walkaround-watch-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('a changed source restarts the service; a package that another checkout installs does not', async () => {
  for (const dir of ['catalog/src', 'sdk/src', 'server/src', 'node_modules/one', 'store'])
    mkdirSync(join(root, dir), { recursive: true })
  const stored = join(root, 'store/main.js')
  writeFileSync(join(root, 'node_modules/one/package.json'), '{ "type": "module", "main": "main.js" }')
  writeFileSync(stored, 'export const one = 1')
  linkSync(stored, join(root, 'node_modules/one/main.js'))
  writeFileSync(join(root, 'sdk/src/other.ts'), 'export const other = 1')
  const program = join(root, 'server/src/api.ts')
  writeFileSync(
    program,
    "import { one } from 'one'\nimport { other } from '../../sdk/src/other.ts'\nconsole.log('started', one + other)\nsetInterval(() => {}, 1000)\n",
  )
  const service = spawn(process.execPath, [...watchArguments(root), program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines: string[] = []
  createInterface({ input: service.stdout }).on('line', (line) => lines.push(line))
  const starts = () => lines.filter((line) => line.startsWith('started'))
  await expect.poll(starts, { timeout: 20_000 }).toHaveLength(1)

  // As an install does: the shared file changes under its other name.
  writeFileSync(stored, 'export const one = 1 // installed again')
  writeFileSync(join(root, 'sdk/src/other.ts'), 'export const other = 2')
  await expect.poll(starts, { timeout: 20_000 }).toEqual(['started 2', 'started 3'])
  expect(lines.filter((line) => line.includes('node_modules'))).toEqual([])
  service.kill()
})
