import { stripVTControlCharacters, styleText } from 'node:util'

type Output = { write: (text: string) => unknown; isTTY?: boolean; columns?: number }
type Style = Parameters<typeof styleText>[0]

/** Where a command prints. Results go to `out`, everything about the way there to `err`. */
export type Terminal = {
  /** One line of the result. */
  print: (line?: string) => void
  /** One line for a person, which no script reads. */
  note: (line: string) => void
  json: (value: unknown) => void
  table: (columns: readonly string[], rows: readonly (readonly Cell[])[]) => void
  style: (style: Style, text: string) => string
  noteStyle: (style: Style, text: string) => string
  /** Whether lines of `note` can be drawn over. */
  isLive: boolean
  /** Draws over what was drawn before; nothing where it cannot. */
  draw: (lines: readonly string[]) => void
  /** Takes away what was drawn. */
  clear: () => void
}

export type Cell = string | number | boolean | null | undefined

export function createTerminal(out: Output, err: Output, env: NodeJS.ProcessEnv): Terminal {
  const isPlain = Boolean(env.NO_COLOR) || env.TERM === 'dumb'
  const colored = (output: Output) => (style: Style, text: string) =>
    output.isTTY && !isPlain ? styleText(style, text, { validateStream: false }) : text
  const [style, noteStyle] = [colored(out), colored(err)]
  const isLive = err.isTTY === true && env.TERM !== 'dumb'
  let drawn: readonly string[] = []

  const clear = () => {
    if (drawn.length > 0) err.write(`\r\u001b[${drawn.length}A\u001b[J`)
    drawn = []
  }
  const draw = (lines: readonly string[]) => {
    if (!isLive) return
    clear()
    // A line that wraps would be two, and only one of them would be taken away.
    drawn = lines.map((line) => cut(line, (err.columns || 80) - 1))
    err.write(drawn.map((line) => `${line}\n`).join(''))
  }
  const note = (line: string) => {
    const kept = drawn
    clear()
    err.write(`${line}\n`)
    draw(kept)
  }
  return {
    print: (line = '') => out.write(`${line}\n`),
    note,
    json: (value) => out.write(`${JSON.stringify(value, null, 2)}\n`),
    table: (columns, rows) => {
      for (const line of tableLines(columns, rows, (text) => style('dim', text))) out.write(`${line}\n`)
    },
    style,
    noteStyle,
    isLive,
    draw,
    clear,
  }
}

function cut(line: string, width: number): string {
  const plain = stripVTControlCharacters(line)
  return plain.length <= width ? line : `${plain.slice(0, width - 1)}…`
}

/** Columns in the width of their widest cell; numbers to the right. */
export function tableLines(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  heading: (text: string) => string = (text) => text,
): string[] {
  const cells = rows.map((row) => columns.map((_, n) => textOf(row[n])))
  const widths = columns.map((column, n) =>
    Math.max(column.length, ...cells.map((row) => (row[n] ?? '').length)),
  )
  const isNumeric = columns.map((_, n) => rows.length > 0 && rows.every((row) => typeof row[n] === 'number'))
  const line = (row: readonly string[]) =>
    row
      .map((text, n) => {
        const gap = ' '.repeat((widths[n] ?? 0) - text.length)
        return isNumeric[n] ? gap + text : text + gap
      })
      .join('  ')
      .trimEnd()
  return [heading(line(columns)), ...cells.map(line)]
}

/** Names and texts come from others: anything below a space could move the cursor of whoever reads. */
function textOf(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return String(cell).replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
}
