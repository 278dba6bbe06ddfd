import { discoveryUrl } from '@walkaround/sdk/discovery'
import type { Command, Run } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { runServerProgram } from '../server-program.ts'
import { readSession } from '../session.ts'
import { tokenSource } from '../token.ts'
import { type Check, skip } from './check.ts'
import { checkClock, checkCors, checkService, checkStream } from './check-api.ts'
import { checkHealth } from './check-health.ts'
import { checkIssuer, checkToken, findIdentity } from './check-identity.ts'
import { checkTls } from './check-tls.ts'

const MARKS = { ok: 'ok', warning: 'warning', fault: 'FAULT', skipped: 'skipped' } as const
const COLORS = { ok: 'green', warning: 'yellow', fault: 'red', skipped: 'dim' } as const

export const DOCTOR: Command = {
  name: 'doctor',
  summary: 'Check a deployment from outside (TLS, CORS, issuer, clocks, token, streams) and suggest fixes',
  options: {
    installation: {
      means:
        'check from inside instead, with the settings of the service from the environment: database, bucket, issuer, certificates, disk, models',
    },
    health: {
      value: 'URL',
      multiple: true,
      means:
        'operations listener to check (database, object store, jobs, models), such as http://127.0.0.1:9090',
    },
  },
  run: async (run) => {
    const { terminal, isJson } = run
    if (run.flag('installation')) return runServerProgram('doctor.ts', isJson ? ['--json'] : [], run.env)
    const checks = await examine(run)
    if (isJson) terminal.json({ url: run.url(), checks })
    else print(run, checks)
    return checks.some(({ state }) => state === 'fault') ? EXIT.failed.code : undefined
  },
}

async function examine(run: Run): Promise<Check[]> {
  const url = run.url()
  const { token, problem } = await tokenOf(run, url)
  const identity = await findIdentity(url)
  const isKnown = 'issuer' in identity
  const checks = await Promise.all([
    checkTls(url, Date.now()),
    checkService(url),
    checkClock('service', `${url}/v1/inspections`, Date.now),
    checkCors(url),
    isKnown ? checkIssuer(identity) : identity,
    isKnown
      ? checkClock('issuer', discoveryUrl(identity.issuer), Date.now)
      : skip('clock of issuer', 'not known'),
    problem ?? checkToken(url, token, isKnown ? identity.issuer : undefined),
    checkStream(url, token),
  ])
  const health = await Promise.all(run.texts('health').map(checkHealth))
  const inside = skip(
    'inside',
    "database, store, jobs and models are told by --health, where the operators' listeners can be reached",
  )
  return [...checks, ...(health.length > 0 ? health.flat() : [inside])]
}

/** A session that cannot be renewed is a finding, not the end of the examination. */
async function tokenOf(run: Run, url: string): Promise<{ token?: string; problem?: Check }> {
  if (!run.env.WALKAROUND_TOKEN && readSession(run.env)?.url !== url) return {}
  try {
    const source = tokenSource(run.env, url)
    return { token: typeof source === 'string' ? source : await source() }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return { problem: { name: 'token', state: 'fault', says, fix: 'Run `walkaround login`.' } }
  }
}

function print({ terminal }: Run, checks: readonly Check[]): void {
  const width = Math.max(...checks.map(({ name }) => name.length))
  for (const { name, state, says, fix } of checks) {
    const mark = terminal.style(COLORS[state], MARKS[state].padEnd(8))
    terminal.print(`${mark} ${name.padEnd(width)}  ${says}`)
    if (fix) terminal.print(`${' '.repeat(width + 11)}${fix}`)
  }
  const faults = checks.filter(({ state }) => state === 'fault').length
  terminal.print()
  terminal.print(faults === 0 ? 'No faults found.' : `${faults} fault${faults === 1 ? '' : 's'} found.`)
}
