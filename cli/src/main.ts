#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@walkaround/sdk'
import { type Command, parseCommand, type Run } from './command.ts'
import { COMMANDS } from './commands.ts'
import { EXIT, Failure, failureOf, Interrupted } from './exit-codes.ts'
import { helpOf, helpOfAll } from './help.ts'
import { readSession } from './session.ts'
import { serviceUrl } from './settings.ts'
import { createTerminal } from './terminal.ts'
import { tokenSource } from './token.ts'

const terminal = createTerminal(process.stdout, process.stderr, process.env)
// A reader such as `head` that has seen enough is no mistake.
process.stdout.on('error', () => process.exit(EXIT.ok.code))

const controller = new AbortController()
// Once: the second Ctrl-C ends the process at once, as everywhere.
process.once('SIGINT', () => controller.abort(new Interrupted('interrupted')))
process.once('SIGTERM', () => controller.abort(new Interrupted('terminated')))

try {
  process.exitCode = (await runCommand(process.argv.slice(2))) ?? EXIT.ok.code
} catch (error) {
  const failure = failureOf(error)
  terminal.clear()
  terminal.note(`${terminal.noteStyle('red', 'walkaround:')} ${failure.message}`)
  if (failure.fix) terminal.note(`  ${failure.fix}`)
  process.exitCode = EXIT[failure.ending].code
}

async function runCommand(argv: string[]): Promise<number | undefined> {
  const [first, second] = argv
  if (first === undefined || ['help', '--help', '-h'].includes(first)) {
    const wanted = COMMANDS.find(({ name }) => name === argv.slice(1).join(' '))
    terminal.print(wanted ? helpOf(wanted) : helpOfAll(COMMANDS))
    return first === undefined ? EXIT.usage.code : EXIT.ok.code
  }
  if (first === '--version') {
    terminal.print(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version)
    return EXIT.ok.code
  }
  const command = findCommand(first, second)
  const words = command.name.split(' ').length
  return run(command, argv.slice(words))
}

function findCommand(first: string, second: string | undefined): Command {
  const named = (wanted: string) => COMMANDS.find(({ name }) => name === wanted)
  const found = named(`${first} ${second}`) ?? named(first)
  if (found) return found
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length === 0) throw new Failure('usage', `Unknown command "${first}".`, 'See: walkaround help')
  const verbs = group.map(({ name }) => name.split(' ')[1]).join(', ')
  throw new Failure(
    'usage',
    `walkaround ${first} needs one of: ${verbs}`,
    `See: walkaround help ${group[0]?.name}`,
  )
}

async function run(command: Command, argv: string[]): Promise<number | undefined> {
  const { values, positionals } = parseCommand(command, argv)
  if (values.help) {
    terminal.print(helpOf(command))
    return undefined
  }
  const { env } = process
  const text = (option: string) => {
    const value = values[option]
    return typeof value === 'string' ? value : undefined
  }
  const url = () => serviceUrl(text('url'), env, readSession(env))
  const given: Run = {
    terminal,
    env,
    signal: controller.signal,
    isJson: values.json === true,
    url,
    client: () => createClient({ baseUrl: url(), token: tokenSource(env, url()) }),
    // `parseCommand` has seen that they are there.
    arg: (n) => positionals[n] ?? '',
    rest: (n) => positionals.slice(n),
    text,
    texts: (option) => [values[option] ?? []].flat().filter((value) => typeof value === 'string'),
    flag: (option) => values[option] === true,
  }
  return command.run(given)
}
