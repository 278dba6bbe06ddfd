import { execFileSync } from 'node:child_process'
import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const APPS = ['console', 'capture'] as const
type BuiltApp = (typeof APPS)[number]

/** Whatever ends up in the pages. */
const sourcesOf = (app: BuiltApp) => [
  'catalog/src',
  'pnpm-lock.yaml',
  'sdk/src',
  ...['index.html', 'package.json', 'public', 'src', 'vite.config.ts'].map((name) => `${app}/${name}`),
]

/** Builds each app of which a source is newer than the last build. Answers which these were. */
export function buildAppsIfChanged(root: string, build = buildApps): BuiltApp[] {
  const stale = APPS.filter((app) => isStale(root, app))
  if (stale.length > 0) build(root, stale)
  return stale
}

function isStale(root: string, app: BuiltApp): boolean {
  const page = statSync(join(root, app, 'dist/index.html'), { throwIfNoEntry: false })
  if (!page) return true
  return sourcesOf(app)
    .map((source) => join(root, source))
    .some((path) => newestMs(path) > page.mtimeMs)
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

/** At once: neither needs the other. */
function buildApps(root: string, apps: readonly BuiltApp[]): void {
  // A test runner has another NODE_ENV, and with it the pages would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const filters = apps.map((app) => `--filter=@walkaround/${app}`)
  execFileSync('pnpm', [...filters, 'build'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
