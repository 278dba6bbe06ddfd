import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const INPUTS = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  'generation-4/package.json',
  'generation-5/package.json',
]
const stamp = join(folder, 'node_modules', '.installed')

/** Installs the published clients as the lockfile names them, unless that was done before. */
export function installClients(): 'installed' | 'unchanged' {
  const wanted = digestInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'unchanged'
  execFileSync('pnpm', ['install', '--frozen-lockfile'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(stamp, wanted)
  return 'installed'
}

function digestInputs(): string {
  const hash = createHash('sha256')
  for (const file of INPUTS) hash.update(`${file}\n`).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}
