import { constants, inflateSync } from 'node:zlib'

const WHITE = '[\\0\\t\\n\\f\\r ]'
const END = '(?=[\\0\\t\\n\\f\\r ()<>\\[\\]{}/%]|$)'

/**
 * What makes a PDF act when it is opened, by the name that stands for it (ISO 32000-2, 12.6). Short names must be
 * followed by what follows them in a PDF: three letters stand in every large picture somewhere.
 */
const ACTIVE: Record<string, RegExp> = {
  JavaScript: new RegExp(`/JavaScript${END}`),
  Launch: new RegExp(`/Launch${END}`),
  EmbeddedFile: new RegExp(`/EmbeddedFiles?${END}`),
  // A list is a place to show first, which common programs write into every file. Anything else is an action.
  OpenAction: new RegExp(`/OpenAction(?!${WHITE}*\\[)${END}`),
  XFA: new RegExp(`/XFA${WHITE}*(\\[|\\(|\\d+${WHITE}+\\d+${WHITE}+R)`),
  // What is encrypted cannot be looked at.
  Encrypt: new RegExp(`/Encrypt${WHITE}*(<<|\\d+${WHITE}+\\d+${WHITE}+R)`),
}
/** Objects can be packed into streams. Packed in one of these ways, they cannot be looked at. */
const OPAQUE = new RegExp(`/(ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL)${END}`)
const OBJECT_STREAMS = new RegExp(`/(ObjStm|XRef|XRefStm)${END}`)
/** A stream of objects begins with pairs of numbers. */
const NUMBERS = new RegExp(`^${WHITE}*\\d+${WHITE}+\\d+${WHITE}`)

const HEAD_BYTES = 4096
const PACKED_BYTES_MAX = 16 * 1024 * 1024
const UNPACKED_BYTES_MAX = 128 * 1024 * 1024

/**
 * The names of what is active in a PDF, as far as bytes tell: this is a sieve and no reader of PDF. It looks at the
 * file as it is, and into streams that may hold objects.
 */
export function findActiveContent(pdf: Buffer): string[] {
  const found = new Set<string>()
  const text = decodedNames(pdf.toString('latin1'))
  addActive(text, found)
  if (OBJECT_STREAMS.test(text) && OPAQUE.test(text)) found.add('unreadable')
  let left = UNPACKED_BYTES_MAX
  for (const stream of packedStreams(pdf)) {
    const objects = unpackObjects(stream, Math.min(left, PACKED_BYTES_MAX))
    if (objects === null) return [...found, 'unreadable'].sort()
    left -= objects.length
    addActive(decodedNames(objects), found)
  }
  return [...found].sort()
}

function addActive(text: string, found: Set<string>): void {
  for (const [name, pattern] of Object.entries(ACTIVE)) if (pattern.test(text)) found.add(name)
}

/** ISO 32000-2, 7.3.5: any character of a name can be written as two hexadecimal digits. */
function decodedNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

function* packedStreams(pdf: Buffer): Generator<Buffer> {
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const start = at + (pdf[at + 6] === 13 && pdf[at + 7] === 10 ? 8 : 7)
    // RFC 1950, 2.2: method 8, and a check of the first two bytes.
    const [first = 0, second = 0] = pdf.subarray(start, start + 2)
    if ((first & 15) === 8 && (first * 256 + second) % 31 === 0) yield pdf.subarray(start)
  }
}

function unpackObjects(stream: Buffer, bytesMax: number): string | null {
  const head = unpack(stream.subarray(0, HEAD_BYTES), PACKED_BYTES_MAX)
  if (head === null || !NUMBERS.test(head)) return ''
  return unpack(stream, bytesMax)
}

/** What a reader would get, even where the stream is damaged further on. Null: more than the limit. */
function unpack(packed: Buffer, bytesMax: number): string | null {
  try {
    const options = { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH }
    return inflateSync(packed, options).toString('latin1')
  } catch (error) {
    return error instanceof RangeError ? null : ''
  }
}
