import { execFileSync } from 'node:child_process'
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// Whatever ends up in the pages.
const SOURCES = [
  'catalog/src',
  'console/index.html',
  'console/package.json',
  'console/public',
  'console/src',
  'console/vite.config.ts',
  'pnpm-lock.yaml',
  'sdk/src',
]

/** Builds the console when a source is newer than the last build. Answers whether it did. */
export function buildConsoleIfChanged(root: string, build = buildConsole): boolean {
  if (!isStale(root)) return false
  build(root)
  return true
}

function isStale(root: string): boolean {
  const page = statSync(join(root, 'console/dist/index.html'), { throwIfNoEntry: false })
  if (!page) return true
  return SOURCES.map((source) => join(root, source)).some((path) => newestMs(path) > page.mtimeMs)
}

/** A folder counts too: a deleted file leaves no other trace. */
function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const ownMs = statSync(path).mtimeMs
  if (!statSync(path).isDirectory()) return ownMs
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !isTest(entry))
  return Math.max(ownMs, ...entries.map((entry) => newestMs(join(path, entry.name))))
}

const isTest = (entry: Dirent) => /\.test\.tsx?$/.test(entry.name)

function buildConsole(root: string): void {
  // A test runner has another NODE_ENV, and with it the pages would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('pnpm', ['build'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
