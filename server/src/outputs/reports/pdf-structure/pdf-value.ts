/** Thrown for every file that this reader does not understand. The message is a plain sentence for the person who asked. */
export class UnreadablePdf extends Error {}

export type PdfName = { kind: 'name'; name: string }
export type PdfText = { kind: 'text'; bytes: Buffer; start: number; end: number }
export type PdfRef = { kind: 'ref'; number: number; generation: number }
export type PdfArray = { kind: 'array'; items: PdfValue[]; start: number; end: number }
/** `start` is where `<<` begins, `end` is after `>>`. */
export type PdfDict = { kind: 'dict'; entries: Map<string, PdfValue>; start: number; end: number }
export type PdfValue = null | boolean | number | PdfName | PdfText | PdfRef | PdfArray | PdfDict

/** Where reading stands. `steps` is shared by all values of a file: files that lead in circles use it up. */
export type Cursor = { bytes: Buffer; at: number; steps: { left: number } }

const DEPTH_MAX = 40
const WORD_BYTES_MAX = 256
const TEXT_BYTES_MAX = 1024 * 1024
const TEXT_TOO_LONG = 'a text is longer than any in a report'
const WHITE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const [PERCENT, SLASH, OPEN, CLOSE, LESS, MORE, BACKSLASH] = [37, 47, 40, 41, 60, 62, 92]

/** Reads one value, ISO 32000-2, 7.3. A reference is recognised by the two words that follow its number. */
export function readValue(cursor: Cursor, depth = 0): PdfValue {
  if (depth > DEPTH_MAX) throw new UnreadablePdf('values are nested too deeply')
  takeStep(cursor)
  skipBlank(cursor)
  const { bytes, at } = cursor
  const first = bytes[at]
  if (first === undefined) throw new UnreadablePdf('the file ends in the middle of a value')
  if (first === SLASH) return { kind: 'name', name: readName(cursor) }
  if (first === OPEN) return readText(cursor)
  if (first === LESS) return bytes[at + 1] === LESS ? readDict(cursor, depth) : readHex(cursor)
  if (bytes[at] === 91) return readArray(cursor, depth)
  return readWordValue(cursor)
}

export function readWord(cursor: Cursor): string {
  skipBlank(cursor)
  return readRegular(cursor)
}

function readRegular(cursor: Cursor): string {
  const start = cursor.at
  while (isRegular(cursor.bytes[cursor.at])) cursor.at += 1
  if (cursor.at - start > WORD_BYTES_MAX) throw new UnreadablePdf('a word is longer than any in a report')
  return cursor.bytes.toString('latin1', start, cursor.at)
}

export function readWholeNumber(cursor: Cursor): number {
  const word = readWord(cursor)
  if (!/^\d{1,10}$/.test(word)) throw new UnreadablePdf('a number is missing where one must be')
  return Number(word)
}

export function takeStep({ steps }: Cursor): void {
  steps.left -= 1
  if (steps.left < 0) throw new UnreadablePdf('the file asks for more work than a report can need')
}

export function skipBlank(cursor: Cursor): void {
  const { bytes } = cursor
  for (;;) {
    const byte = bytes[cursor.at]
    if (byte === PERCENT) skipComment(cursor)
    else if (byte !== undefined && WHITE.has(byte)) cursor.at += 1
    else return
  }
}

function skipComment(cursor: Cursor): void {
  const { bytes } = cursor
  while (cursor.at < bytes.length && bytes[cursor.at] !== 10 && bytes[cursor.at] !== 13) cursor.at += 1
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && !WHITE.has(byte) && !DELIMITERS.has(byte)
}

function readName(cursor: Cursor): string {
  cursor.at += 1
  return readRegular(cursor).replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
}

function readText(cursor: Cursor): PdfText {
  const { bytes, at: start } = cursor
  const out: number[] = []
  let open = 1
  cursor.at += 1
  while (open > 0) {
    const byte = bytes[cursor.at]
    if (byte === undefined) throw new UnreadablePdf('the file ends in the middle of a text')
    if (out.length > TEXT_BYTES_MAX) throw new UnreadablePdf(TEXT_TOO_LONG)
    cursor.at += 1
    if (byte === BACKSLASH) {
      readEscape(cursor, out)
      continue
    }
    if (byte === OPEN) open += 1
    if (byte === CLOSE) open -= 1
    if (open > 0) out.push(byte)
  }
  return { kind: 'text', bytes: Buffer.from(out), start, end: cursor.at }
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

function readEscape(cursor: Cursor, out: number[]): void {
  const { bytes } = cursor
  const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', cursor.at, cursor.at + 3))?.[0]
  if (octal !== undefined) {
    cursor.at += octal.length
    out.push(parseInt(octal, 8) & 255)
    return
  }
  const byte = bytes[cursor.at]
  if (byte === undefined) throw new UnreadablePdf('the file ends in the middle of a text')
  cursor.at += 1
  if (byte === 13 && bytes[cursor.at] === 10) cursor.at += 1
  // A backslash at the end of a line joins the lines.
  if (byte !== 13 && byte !== 10) out.push(ESCAPES[String.fromCharCode(byte)] ?? byte)
}

function readHex(cursor: Cursor): PdfText {
  const { bytes, at: start } = cursor
  const end = bytes.indexOf(MORE, start)
  if (end < 0) throw new UnreadablePdf('the file ends in the middle of a text')
  if (end - start > 2 * TEXT_BYTES_MAX) throw new UnreadablePdf(TEXT_TOO_LONG)
  const digits = bytes.toString('latin1', start + 1, end).replace(/[\0\t\n\f\r ]/g, '')
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw new UnreadablePdf('a text in hexadecimal has other characters')
  cursor.at = end + 1
  const even = digits.length % 2 === 0 ? digits : `${digits}0`
  return { kind: 'text', bytes: Buffer.from(even, 'hex'), start, end: cursor.at }
}

function readArray(cursor: Cursor, depth: number): PdfArray {
  const start = cursor.at
  const items: PdfValue[] = []
  cursor.at += 1
  for (;;) {
    skipBlank(cursor)
    if (cursor.bytes[cursor.at] === 93) break
    items.push(readValue(cursor, depth + 1))
  }
  cursor.at += 1
  return { kind: 'array', items, start, end: cursor.at }
}

function readDict(cursor: Cursor, depth: number): PdfDict {
  const { bytes, at: start } = cursor
  const entries = new Map<string, PdfValue>()
  cursor.at += 2
  for (;;) {
    skipBlank(cursor)
    if (bytes[cursor.at] === MORE && bytes[cursor.at + 1] === MORE) break
    if (bytes[cursor.at] !== SLASH) throw new UnreadablePdf('a dictionary has an entry without a name')
    const name = readName(cursor)
    // Programs differ in which of two values they take, so that one could show what another does not.
    if (entries.has(name)) throw new UnreadablePdf('a dictionary has one name twice')
    entries.set(name, readValue(cursor, depth + 1))
  }
  cursor.at += 2
  return { kind: 'dict', entries, start, end: cursor.at }
}

function readWordValue(cursor: Cursor): PdfValue {
  const word = readWord(cursor)
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  if (!/^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/.test(word)) throw new UnreadablePdf('a value is of no known kind')
  const generation = /^\d{1,10}$/.test(word) ? readGeneration(cursor) : null
  return generation === null ? Number(word) : { kind: 'ref', number: Number(word), generation }
}

/** The rest of `12 0 R`, or nothing read at all. */
function readGeneration(cursor: Cursor): number | null {
  const back = cursor.at
  const word = readWord(cursor)
  if (/^\d{1,5}$/.test(word) && readWord(cursor) === 'R') return Number(word)
  cursor.at = back
  return null
}
