// Runs the scripts of one job of a workflow in an empty Debian 12, as a runner does: node deploy/workflows/main.ts WORKFLOW JOB [name=value of the matrix…]
// Checkout becomes a clone of the commit; other actions need GitHub, and are named and left out. Needs root, podman and mmdebstrap.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'

type Step = { name?: string; uses?: string; run?: string; env?: Record<string, string> }
type Workflow = { jobs: Record<string, { container?: { options?: string }; steps: Step[] }> }

const root = join(import.meta.dirname, '../..')
const tools = join(root, '.tools/workflows')
const IMAGE = 'localhost/empty-debian:12'
/** The user of the runner, who is not the one of the container. */
const RUNNER_UID = 1001

const [file = '', jobName = '', ...matrix] = process.argv.slice(2)
const job = (parse(readFileSync(join(root, '.github/workflows', `${file}.yml`), 'utf8')) as Workflow).jobs[
  jobName
]
if (!job) throw new Error(`${file}.yml has no job "${jobName}"`)

const env = { ...process.env, CONTAINERS_CONF: join(root, 'deploy/test/containers.conf') }
const store = ['--root', join(tools, 'podman'), '--runroot', '/run/walkaround-workflows']
const podman = (...args: string[]) =>
  execFileSync('podman', [...store, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()

/** `${{ matrix.x }}`, and for all else what a machine without GitHub knows: nothing. */
function fill(text: string): string {
  const values = Object.fromEntries(
    matrix.map((pair) => [`matrix.${pair.split('=')[0]}`, pair.replace(/^.*?=/, '')]),
  )
  return text.replace(/\$\{\{\s*([^}]+?)\s*\}\}/g, (_, name: string) => values[name] ?? '')
}

mkdirSync(tools, { recursive: true })
if (spawnSync('podman', [...store, 'image', 'exists', IMAGE], { env }).status !== 0) {
  const archive = join(tools, 'debian.tar')
  if (!existsSync(archive))
    execFileSync('mmdebstrap', ['--variant=minbase', 'bookworm', archive], { stdio: 'inherit' })
  podman('import', '--quiet', archive, IMAGE)
}
const work = mkdtempSync(join(tmpdir(), 'walkaround-workflow-'))
const options = fill(job.container?.options ?? '')
  .split(' ')
  .filter(Boolean)
const folders = [`--volume=${work}:/__w`, '--workdir=/__w/walkaround']
mkdirSync(join(work, 'walkaround'))
const container = podman(
  'run',
  '--detach',
  '--network=host',
  ...options,
  ...folders,
  IMAGE,
  'sleep',
  'infinity',
)
try {
  for (const { name, uses, run, env: own = {} } of job.steps) {
    if (uses?.startsWith('actions/checkout@')) {
      execFileSync('git', ['clone', '--quiet', root, join(work, 'walkaround')])
      for (const path of ['', ...globSync('**', { cwd: join(work, 'walkaround') })])
        chownSync(join(work, 'walkaround', path), RUNNER_UID, RUNNER_UID)
      chownSync(join(work, 'walkaround/.git'), RUNNER_UID, RUNNER_UID)
    }
    if (run === undefined) {
      console.log(`== ${uses}: ${uses?.startsWith('actions/checkout@') ? 'cloned' : 'left out'}`)
      continue
    }
    console.log(`== ${name ?? run.split('\n')[0]}`)
    writeFileSync(join(work, 'step.sh'), run)
    const settings = Object.entries({ CI: 'true', HOME: '/root', ...own }).map(
      ([key, value]) => `--env=${key}=${fill(value)}`,
    )
    const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '/__w/step.sh']
    const { status } = spawnSync('podman', [...store, 'exec', ...settings, container, ...shell], {
      env,
      stdio: 'inherit',
    })
    if (status === 0) continue
    console.log(`FAILED with ${status}`)
    process.exitCode = 1
    break
  }
} finally {
  podman('rm', '--force', '--time=0', container)
}
