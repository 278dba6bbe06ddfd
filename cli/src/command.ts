import { parseArgs } from 'node:util'
import type { Client } from '@walkaround/sdk'
import { Failure } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

export type Option = {
  /** What stands in the place of a value, such as `NAME`; absent for a switch. */
  value?: string
  short?: string
  /** May be given more than once. */
  multiple?: true
  means: string
}

export type Command = {
  /** As it is typed: `inspections list`. */
  name: string
  summary: string
  /** Ids and files in their order; `[X]` may be left out, the last one may end with `...`. */
  args?: readonly string[]
  options?: Readonly<Record<string, Option>>
  run: (run: Run) => Promise<Ended>
}

/** Nothing when all went well, or the code to end with. */
export type Ended = number | undefined

/** One call of a command. */
export type Run = {
  terminal: Terminal
  env: NodeJS.ProcessEnv
  /** Ends everything when the person presses Ctrl-C. */
  signal: AbortSignal
  isJson: boolean
  /** The service's address. */
  url: () => string
  client: () => Client
  /** An argument that must be there. */
  arg: (n: number) => string
  /** All arguments from the nth on. */
  rest: (n: number) => string[]
  text: (option: string) => string | undefined
  texts: (option: string) => string[]
  flag: (option: string) => boolean
}

/** Every command takes these. */
export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  url: {
    value: 'URL',
    means: 'URL of the service; default: WALKAROUND_URL, then the service you signed in to',
  },
  json: { means: 'print the response as normalized JSON' },
  help: { short: 'h', means: 'show help for the command' },
}

export type Parsed = {
  positionals: string[]
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
}

export function parseCommand(command: Command, argv: string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(([name, option]) => [
      name,
      {
        type: option.value ? ('string' as const) : ('boolean' as const),
        ...(option.short ? { short: option.short } : {}),
        ...(option.multiple ? { multiple: true } : {}),
      },
    ]),
  )
  const hint = `See: walkaround ${command.name} --help`
  try {
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true })
    if (!values.help) requireArguments(command, positionals, hint)
    return { values, positionals }
  } catch (error) {
    if (error instanceof Failure) throw error
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Failure('usage', reason, hint)
  }
}

function requireArguments({ name, args = [] }: Command, given: string[], hint: string): void {
  const missing = args.find((arg, n) => !arg.startsWith('[') && !given[n])
  if (missing)
    throw new Failure('usage', `walkaround ${name}: ${missing.replace('...', '')} is missing`, hint)
  const isOpen = args.at(-1)?.includes('...') ?? false
  if (!isOpen && given.length > args.length)
    throw new Failure('usage', `walkaround ${name}: "${given[args.length]}" is an unexpected argument`, hint)
}

export function usageOf({ name, args = [], options = {} }: Command): string {
  const words = Object.entries(options).map(([option, { value, multiple }]) => {
    const text = value ? `--${option} ${value}` : `--${option}`
    return `[${text}]${multiple ? '...' : ''}`
  })
  return ['walkaround', name, ...args, ...words].join(' ')
}
