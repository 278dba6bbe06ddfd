import { parseArgs } from 'node:util'
import type { Check } from './operator/doctor/check.ts'
import { examine } from './operator/doctor/examine.ts'
import { loadConfig, nodeOptions } from './process-parts.ts'

const MARKS = { ok: 'ok', warning: 'warning', fault: 'FAULT', skipped: 'skipped' } as const

function print(checks: readonly Check[]): void {
  const width = Math.max(...checks.map(({ name }) => name.length))
  for (const { name, state, says, fix } of checks) {
    console.log(`${MARKS[state].padEnd(8)} ${name.padEnd(width)}  ${says}`)
    if (fix) console.log(`${' '.repeat(width + 11)}${fix}`)
  }
  const faults = checks.filter(({ state }) => state === 'fault').length
  console.log(`\n${faults === 0 ? 'No faults found.' : `${faults} fault${faults === 1 ? '' : 's'} found.`}`)
}

// Use: node doctor.ts [--json]
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const checks = await examine(loadConfig(), nodeOptions)
if (values.json) console.log(JSON.stringify({ checks }, null, 2))
else print(checks)
process.exitCode = checks.some(({ state }) => state === 'fault') ? 1 : 0
