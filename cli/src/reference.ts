import { type Command, GLOBAL_OPTIONS } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { optionRow } from './help.ts'
import { ENVIRONMENT } from './settings.ts'

const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const code = (text: string) => `\`${text}\``

/** The part of docs/cli.md that follows from the table of commands. */
export function referenceOf(commands: readonly Command[]): string {
  return [
    ...commands.flatMap(({ name, args = [], summary, options = {} }) => [
      `### ${name}`,
      '',
      `${code(['walkaround', name, ...args].join(' '))}: ${summary}.`,
      '',
      ...(Object.keys(options).length > 0
        ? ['| Option | Description |', '|---|---|', ...Object.entries(options).map(optionLine), '']
        : []),
    ]),
    '## Global options',
    '',
    '| Option | Description |',
    '|---|---|',
    ...Object.entries(GLOBAL_OPTIONS).map(optionLine),
    '',
    '## Environment',
    '',
    '| Variable | Description |',
    '|---|---|',
    ...Object.entries(ENVIRONMENT).map(([name, means]) => row(code(name), means)),
    '',
    '## Exit codes',
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...Object.values(EXIT).map((ending) => row(String(ending.code), ending.means)),
    '',
  ].join('\n')
}

function optionLine(option: Parameters<typeof optionRow>[0]): string {
  const [left, means] = optionRow(option)
  return row(code(left), means)
}
