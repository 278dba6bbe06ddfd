import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { FEW_PICTURES, Harness } from '../testing/harness.ts'
import { setting } from '../testing/stack.ts'
import type { Line } from './checks.ts'
import { installClients } from './install.ts'
import { PROGRAMS, type Program, runProgram } from './programs.ts'
import { startRefusing } from './refusing.ts'
import { PEOPLE, type Person, type Subject } from './subject.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'small' } },
})
const wanted = PROGRAMS.filter((name) => positionals.length === 0 || positionals.includes(name))
const unknown = positionals.filter((name) => !PROGRAMS.some((known) => known === name))
if (unknown.length > 0 || !['small', 'full'].includes(values.size)) {
  console.error(`Usage: pnpm conformance [${PROGRAMS.join('] [')}] [--size small|full]`)
  process.exit(2)
}

const startedMs = performance.now()
const ending: (() => Promise<void>)[] = []
let child: ChildProcess | undefined
let passed = 0
let failed = 0
let interrupted = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    child?.kill('SIGKILL')
  })
}

try {
  console.log(`the published clients: ${installClients()}`)
  const harness = await Harness.open({
    apis: 1,
    workers: 1,
    settings: values.size === 'full' ? {} : FEW_PICTURES,
  })
  ending.push(() => harness.close())
  const refusing = await startRefusing(harness)
  ending.push(() => refusing.close())
  const subject = await describe(harness, refusing)
  for (const name of wanted) if (!interrupted) await run(name, harness, subject)
} catch (error) {
  report(false, 'the suite itself', error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  for (const step of ending.reverse()) await step().catch((error) => console.error(error))
}
console.log(`took ${Math.round((performance.now() - startedMs) / 1000)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(interrupted ? 130 : failed === 0 && passed > 0 ? 0 : 1)

async function run(name: Program, harness: Harness, subject: Subject): Promise<void> {
  const fromMs = performance.now()
  const fault = await runProgram(
    name,
    subject,
    (line) => note(line, harness),
    (started) => {
      child = started
    },
  )
  if (fault) report(false, 'the suite itself', fault)
  console.log(`${name} took ${Math.round((performance.now() - fromMs) / 1000)} s`)
  for (const death of harness.listDeaths()) report(false, 'the service keeps running', death)
}

async function note(line: Line, harness: Harness): Promise<void> {
  switch (line.kind) {
    case 'check':
      return report(line.ok, line.name, line.detail)
    case 'runs': {
      const rows = await harness.rows(
        'select 1 from task_runs r join tasks t on t.org_id = r.org_id and t.id = r.task_id where t.inspection_id = $1 and t.name = $2',
        [line.inspection_id, line.task_name],
      )
      return report(rows.length === line.runs, line.name, `the task ran ${rows.length} times`)
    }
    case 'figure':
      return noteFigure(line.name, line.ms, line.ms_max)
    case 'end':
      return
  }
}

/** A machine that others slow down stretches every time, so that a time says something about the code at full size alone. */
function noteFigure(name: string, ms: number, msMax: number): void {
  if (values.size === 'full') report(ms < msMax, name, `took ${ms} ms of ${msMax}`)
  else console.log(`figure ${name}: ${ms} ms (at full size at most ${msMax})`)
}

function report(ok: boolean, name: string, detail?: string): void {
  if (ok) passed += 1
  else failed += 1
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}${ok || !detail ? '' : `\n       ${detail}`}`)
}

async function describe(harness: Harness, { url, tokens }: Subject['refusing']): Promise<Subject> {
  const { settings } = harness.ground
  const tokenOf = (person: Person) => harness.tokens.of(PEOPLE[person])
  return {
    url: harness.urls[0] ?? '',
    tokens: {
      member: await tokenOf('member'),
      colleague: await tokenOf('colleague'),
      manager: await tokenOf('manager'),
      nobody: await tokenOf('nobody'),
      stranger: await tokenOf('stranger'),
    },
    refusing: { url, tokens: { ...tokens, 'of another issuer': await tokenOf('member') } },
    ca_file: setting(settings, 'STACK_CA_FILE'),
    certificate_file: setting(settings, 'TLS_CERTIFICATE_FILE'),
    key_file: setting(settings, 'TLS_KEY_FILE'),
  }
}
