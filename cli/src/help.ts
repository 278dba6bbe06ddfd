import { type Command, GLOBAL_OPTIONS, type Option, usageOf } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { ENVIRONMENT } from './settings.ts'

const pairs = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

export function helpOfAll(commands: readonly Command[]): string {
  return [
    'walkaround: vehicle inspections from the command line',
    '',
    ...pairs(commands.map(({ name, args = [], summary }) => [[name, ...args].join(' '), summary])),
    '',
    'Global options:',
    ...pairs(Object.entries(GLOBAL_OPTIONS).map(optionRow)),
    '',
    '`walkaround --version` prints the version.',
    '',
    'Environment:',
    ...pairs(Object.entries(ENVIRONMENT)),
    '',
    'Exit codes:',
    ...pairs(Object.values(EXIT).map(({ code, means }) => [String(code), means])),
  ].join('\n')
}

export function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...GLOBAL_OPTIONS })
  return [`${command.summary}.`, '', `  ${usageOf(command)}`, '', ...pairs(options.map(optionRow))].join('\n')
}

export function optionRow([name, { value, short, means, multiple }]: [string, Option]): [string, string] {
  const left = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
  return [left, multiple ? `${means}; repeatable` : means]
}
