import { constants, inflateRawSync, inflateSync } from 'node:zlib'

/** One step from packed bytes towards objects: what a reader would get, even where they are damaged. Null: too much. */
export type Step = (packed: Buffer, bytesMax: number) => Buffer | null

export function inflate(packed: Buffer, bytesMax: number): Buffer | null {
  const options = { maxOutputLength: bytesMax, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(packed, options)
  } catch (error) {
    if (error instanceof RangeError) return null
  }
  try {
    // Readers exist that do not heed the first two bytes.
    return inflateRawSync(packed.subarray(2), options)
  } catch (error) {
    return error instanceof RangeError ? null : Buffer.alloc(0)
  }
}

/** ISO 32000-2, 7.4.2. */
export function decodeAsciiHex(packed: Buffer): Buffer {
  const end = packed.indexOf('>')
  const digits = packed.toString('latin1', 0, end < 0 ? packed.length : end).replace(/[^0-9a-fA-F]/g, '')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

/** ISO 32000-2, 7.4.3. */
export function decodeAscii85(packed: Buffer): Buffer {
  const end = packed.indexOf('~', 2)
  const text = packed
    .toString('latin1', 0, end < 0 ? packed.length : end)
    .replace(/^<~/, '')
    .replace(/[^!-uz]/g, '')
    .replaceAll('z', '!!!!!')
  const out = Buffer.alloc(Math.ceil(text.length / 5) * 4)
  let length = 0
  for (let at = 0; at < text.length; at += 5) {
    const group = text.slice(at, at + 5)
    if (group.length === 1) break
    let value = 0
    for (const letter of group.padEnd(5, 'u')) value = value * 85 + letter.charCodeAt(0) - 33
    out.writeUInt32BE(value % 2 ** 32, length)
    length += group.length - 1
  }
  return out.subarray(0, length)
}

/** ISO 32000-2, 7.4.4.4. */
export function undoPredictor(
  packed: Buffer,
  kind: 'png' | 'tiff',
  rowBytes: number,
  pixelBytes: number,
): Buffer {
  const tag = kind === 'png' ? 1 : 0
  const rows = Math.ceil(packed.length / (rowBytes + tag))
  const out = Buffer.alloc(rows * rowBytes)
  let length = 0
  for (let row = 0; row < rows; row++) {
    const start = row * (rowBytes + tag)
    const line = packed.subarray(start + tag, start + tag + rowBytes)
    const method = kind === 'png' ? (packed[start] ?? 0) : 1
    for (let n = 0; n < line.length; n++) {
      const at = row * rowBytes + n
      const left = n >= pixelBytes ? (out[at - pixelBytes] ?? 0) : 0
      const up = row > 0 ? (out[at - rowBytes] ?? 0) : 0
      const corner = row > 0 && n >= pixelBytes ? (out[at - rowBytes - pixelBytes] ?? 0) : 0
      out[at] = ((line[n] ?? 0) + predictByte(method, left, up, corner)) & 255
    }
    length += line.length
  }
  return out.subarray(0, length)
}

function predictByte(method: number, left: number, up: number, corner: number): number {
  if (method === 1) return left
  if (method === 2) return up
  if (method === 3) return (left + up) >> 1
  if (method !== 4) return 0
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
