import { decodeAscii85, decodeAsciiHex, inflate, type Step, undoPredictor } from './unpack.ts'

/** At most about a thousand times as much comes out of a beginning of this length. */
const HEAD_BYTES = 4096
const PROBE_BYTES = 256
const DEPTH_MAX = 5
const PACKED_BYTES_MAX = 64 * 1024 * 1024
const UNPACKED_BYTES_MAX = 128 * 1024 * 1024

type Predictor = (rows: Buffer) => Buffer
/** A way from a stream to what may be objects. */
type Path = { steps: Step[]; predictor?: Predictor }

/** The text of every stream that could hold objects, whatever its dictionary says. Null: one that cannot be unpacked. */
export function* objectTexts(pdf: Buffer, text: string): Generator<string | null> {
  const predictors = predictorsIn(text)
  let left = UNPACKED_BYTES_MAX
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    let start = at + 6
    while (isWhite(pdf[start])) start++
    const stream = pdf.subarray(start)
    for (const path of pathsToObjects(stream, predictors)) {
      const objects = path && follow(stream, path)
      if (!objects || objects.length > left) {
        yield null
        return
      }
      if (beginningOf(objects) !== 'objects') continue
      left -= objects.length
      yield objects.toString('latin1')
    }
  }
}

function follow(bytes: Buffer, { steps, predictor }: Path): Buffer | null {
  const unpacked = steps.reduce<Buffer | null>(
    (packed, step) => packed && step(packed, PACKED_BYTES_MAX),
    bytes,
  )
  if (!unpacked || !predictor) return unpacked
  // Rows are slow to read, and most that begin with nothing are a dark picture: look a little further each time.
  for (let length = PROBE_BYTES; length < unpacked.length; length *= 16) {
    const beginning = beginningOf(predictor(unpacked.subarray(0, length)))
    if (beginning === 'objects') break
    if (beginning === 'other' || isZero(unpacked)) return Buffer.alloc(0)
  }
  return predictor(unpacked)
}

const isZero = (bytes: Buffer) => bytes.equals(Buffer.alloc(bytes.length))

/** Every way of unpacking whose result may begin as objects do, judged by its first bytes. Null: packed too often. */
function* pathsToObjects(bytes: Buffer, predictors: Predictor[], steps: Step[] = []): Generator<Path | null> {
  const head = bytes.subarray(0, HEAD_BYTES)
  // What is not packed at all stands in the file itself and has been looked at there.
  if (steps.length > 0 && beginningOf(head) !== 'other') yield { steps }
  for (const step of stepsFor(head)) {
    const next = step(head, PACKED_BYTES_MAX)
    if (!next || next.length === 0) continue
    if (steps.length === DEPTH_MAX) {
      yield null
      return
    }
    yield* pathsToObjects(next, predictors, [...steps, step])
    if (step !== inflate) continue
    for (const predictor of predictors) {
      const probe = predictor(next.subarray(0, PROBE_BYTES))
      if (beginningOf(probe) !== 'other') yield { steps: [...steps, step], predictor }
    }
  }
}

function stepsFor(head: Buffer): Step[] {
  const begin = head.toString('latin1', 0, 64)
  return [
    // RFC 1950, 2.2: method 8. Not every reader heeds the check that follows it.
    ...((begin.charCodeAt(0) & 15) === 8 ? [inflate] : []),
    ...(/^[0-9a-fA-F\0\t\n\f\r ]{2,}(>|$)/.test(begin) ? [decodeAsciiHex] : []),
    ...(/^(<~)?[!-uz\0\t\n\f\r ]{2,}(~|$)/.test(begin) ? [decodeAscii85] : []),
  ]
}

const WHITE: ReadonlySet<number | undefined> = new Set([0, 9, 10, 12, 13, 32])
const isWhite = (byte: number | undefined) => WHITE.has(byte)
const isDigit = (byte = 0) => byte >= 48 && byte <= 57

/**
 * A stream of objects begins with pairs of numbers (ISO 32000-2, 7.5.7), behind blanks and comments if need be. While
 * there is nothing but those, it may still become one.
 */
function beginningOf(bytes: Buffer): 'objects' | 'blank' | 'other' {
  const first = skipGap(bytes, 0)
  if (first === bytes.length) return 'blank'
  const second = skipNumber(bytes, first)
  if (second === first) return 'other'
  const gap = skipGap(bytes, second)
  if (gap === second && gap < bytes.length) return 'other'
  return gap === bytes.length || skipNumber(bytes, gap) > gap ? 'objects' : 'other'
}

function skipGap(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length) {
    if (bytes[at] === 37) while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
    else if (isWhite(bytes[at])) at++
    else return at
  }
  return at
}

function skipNumber(bytes: Buffer, from: number): number {
  let at = from + (bytes[from] === 43 || bytes[from] === 45 ? 1 : 0)
  const digits = at
  while (isDigit(bytes[at])) at++
  return at > digits ? at : from
}

/** What rows can have been made of, by the figures that stand in the file (ISO 32000-2, 7.4.4.4). */
function predictorsIn(text: string): Predictor[] {
  if (!text.includes('/Predictor')) return []
  const rows = new Map<string, [number, number]>()
  for (const columns of figuresOf(text, 'Columns', 1))
    for (const colors of figuresOf(text, 'Colors', 1))
      for (const bits of figuresOf(text, 'BitsPerComponent', 8)) {
        const row = Math.ceil((columns * colors * bits) / 8)
        const pixel = Math.max(1, Math.ceil((colors * bits) / 8))
        rows.set(`${row} ${pixel}`, [row, pixel])
      }
  return [...rows.values()].flatMap(([row, pixel]): Predictor[] => [
    (bytes) => undoPredictor(bytes, 'png', row, pixel),
    (bytes) => undoPredictor(bytes, 'tiff', row, pixel),
  ])
}

function figuresOf(text: string, name: string, usual: number): number[] {
  const given = [...text.matchAll(new RegExp(`/${name}[^\\d/>\\]]{0,40}?(\\d{1,6})`, 'g'))]
  return [...new Set([usual, ...given.map(([, figure]) => Number(figure))])].filter((figure) => figure > 0)
}
