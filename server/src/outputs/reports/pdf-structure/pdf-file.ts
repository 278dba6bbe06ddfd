import { inflateSync } from 'node:zlib'
import {
  type Cursor,
  type PdfArray,
  type PdfDict,
  type PdfRef,
  type PdfText,
  type PdfValue,
  readValue,
  readWholeNumber,
  readWord,
  skipBlank,
  takeStep,
  UnreadablePdf,
} from './pdf-value.ts'

/** A file whose cross-reference table has been read. Objects are read when they are asked for. */
export type PdfFile = {
  bytes: Buffer
  steps: { left: number }
  offsets: Map<number, { offset: number; generation: number }>
  trailer: PdfDict
  startxref: number
}

const STEPS_MAX = 300_000
const SECTIONS_MAX = 32
const TAIL_BYTES = 1024

/**
 * Reads the table of a PDF as our reports have it: plain cross-reference tables, no encryption. Any other file is
 * refused, never repaired: what one program repairs another reads differently.
 */
export function openPdf(bytes: Buffer): PdfFile {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new UnreadablePdf('it is not a PDF')
  const startxref = readStartxref(bytes)
  const steps = { left: STEPS_MAX }
  const offsets: PdfFile['offsets'] = new Map()
  const newest = readSection({ bytes, at: startxref, steps }, offsets)
  const seen = new Set([startxref])
  for (let at = newest.entries.get('Prev'); at !== undefined; ) {
    if (typeof at !== 'number' || !Number.isInteger(at) || seen.has(at) || seen.size >= SECTIONS_MAX)
      throw new UnreadablePdf('its tables lead in circles')
    seen.add(at)
    at = readSection({ bytes, at, steps }, offsets).entries.get('Prev')
  }
  if (newest.entries.has('Encrypt')) throw new UnreadablePdf('it is encrypted')
  return { bytes, steps, offsets, trailer: newest, startxref }
}

function readStartxref(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  const found = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)?.[1]
  if (found === undefined) throw new UnreadablePdf('its end is missing: the file is cut off or not a PDF')
  return Number(found)
}

/** Newer sections are read first, so that what is known of an object is not overwritten by what it was before. */
function readSection(cursor: Cursor, offsets: PdfFile['offsets']): PdfDict {
  if (cursor.at >= cursor.bytes.length || readWord(cursor) !== 'xref')
    throw new UnreadablePdf('its table of objects is not where the file says, or of another kind')
  const known = new Set(offsets.keys())
  for (;;) {
    skipBlank(cursor)
    const byte = cursor.bytes[cursor.at] ?? 0
    if (byte < 48 || byte > 57) break
    readSubsection(cursor, offsets, known)
  }
  if (readWord(cursor) !== 'trailer') throw new UnreadablePdf('its table of objects has no trailer')
  const trailer = readValue(cursor)
  if (!isDict(trailer)) throw new UnreadablePdf('its table of objects has no trailer')
  if (trailer.entries.has('XRefStm')) throw new UnreadablePdf('it has tables of two kinds')
  return trailer
}

function readSubsection(cursor: Cursor, offsets: PdfFile['offsets'], known: Set<number>): void {
  const first = readWholeNumber(cursor)
  const count = readWholeNumber(cursor)
  for (let number = first; number < first + count; number += 1) {
    takeStep(cursor)
    const offset = readWholeNumber(cursor)
    const generation = readWholeNumber(cursor)
    const use = readWord(cursor)
    if (use !== 'n' && use !== 'f') throw new UnreadablePdf('its table of objects is damaged')
    if (!known.has(number)) offsets.set(number, { offset: use === 'n' ? offset : -1, generation })
  }
}

type PdfObject = { value: PdfValue; at: number }

function readObject(file: PdfFile, ref: PdfRef): PdfObject {
  const place = file.offsets.get(ref.number)
  if (place === undefined || place.offset < 0 || place.generation !== ref.generation)
    throw new UnreadablePdf(`object ${ref.number} is missing`)
  const cursor = { bytes: file.bytes, at: place.offset, steps: file.steps }
  const number = readWholeNumber(cursor)
  const generation = readWholeNumber(cursor)
  if (number !== ref.number || generation !== ref.generation || readWord(cursor) !== 'obj')
    throw new UnreadablePdf(`object ${ref.number} is not where the table says`)
  const value = readValue(cursor)
  return { value, at: cursor.at }
}

/** The value itself where the file only points to it. */
export function resolve(file: PdfFile, value: PdfValue | undefined): PdfValue | undefined {
  return isRef(value) ? readObject(file, value).value : value
}

export function dictOf(file: PdfFile, value: PdfValue | undefined, what: string): PdfDict {
  const found = resolve(file, value)
  if (!isDict(found)) throw new UnreadablePdf(`${what} is missing`)
  return found
}

export function catalogOf(file: PdfFile): PdfDict {
  return dictOf(file, file.trailer.entries.get('Root'), 'the catalog')
}

/** The content of a stream, unpacked, refused above `bytesMax`. */
export function readStream(file: PdfFile, ref: PdfRef, bytesMax: number): Buffer {
  const { value, at } = readObject(file, ref)
  if (!isDict(value)) throw new UnreadablePdf('an attached file has no content')
  const cursor = { bytes: file.bytes, at, steps: file.steps }
  if (readWord(cursor) !== 'stream') throw new UnreadablePdf('an attached file has no content')
  if (file.bytes[cursor.at] === 13) cursor.at += 1
  const start = cursor.at + 1
  const length = resolve(file, value.entries.get('Length'))
  if (
    typeof length !== 'number' ||
    !Number.isInteger(length) ||
    length < 0 ||
    start + length > file.bytes.length
  )
    throw new UnreadablePdf('an attached file is cut off')
  const packed = file.bytes.subarray(start, start + length)
  const end = { ...cursor, at: start + length }
  if (file.bytes[cursor.at] !== 10 || readWord(end) !== 'endstream')
    throw new UnreadablePdf('an attached file is not as long as it says')
  return unpack(packed, filterOf(file, value), bytesMax)
}

function filterOf(file: PdfFile, stream: PdfDict): string | null {
  if (stream.entries.has('DecodeParms') || stream.entries.has('F'))
    throw new UnreadablePdf('an attached file is packed in a way that is not known')
  const filter = resolve(file, stream.entries.get('Filter'))
  const only = isArray(filter) && filter.items.length === 1 ? filter.items[0] : filter
  if (only === undefined || only === null || (isArray(only) && only.items.length === 0)) return null
  if (typeof only === 'object' && only.kind === 'name') return only.name
  throw new UnreadablePdf('an attached file is packed in a way that is not known')
}

function unpack(packed: Buffer, filter: string | null, bytesMax: number): Buffer {
  const tooLarge = `an attached file is larger than ${bytesMax} bytes`
  if (filter === null) {
    if (packed.length > bytesMax) throw new UnreadablePdf(tooLarge)
    return packed
  }
  if (filter !== 'FlateDecode')
    throw new UnreadablePdf('an attached file is packed in a way that is not known')
  try {
    return inflateSync(packed, { maxOutputLength: bytesMax })
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadablePdf(tooLarge, { cause: error })
    throw new UnreadablePdf('an attached file cannot be unpacked', { cause: error })
  }
}

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return typeof value === 'object' && value !== null && value.kind === 'dict'
}

export function isArray(value: PdfValue | undefined): value is PdfArray {
  return typeof value === 'object' && value !== null && value.kind === 'array'
}

export function isRef(value: PdfValue | undefined): value is PdfRef {
  return typeof value === 'object' && value !== null && value.kind === 'ref'
}

export function isText(value: PdfValue | undefined): value is PdfText {
  return typeof value === 'object' && value !== null && value.kind === 'text'
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return typeof value === 'object' && value !== null && value.kind === 'name' && value.name === name
}
