import { randomBytes } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

let lastMs = 0
let sequence = 0

/**
 * UUIDv7 (RFC 9562 5.7) with the 12 bits of rand_a as a counter, so that ids made by one process
 * sort in the order they were made even within a millisecond.
 */
export function uuidv7(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16)
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = bytes.readUInt16BE(6) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMs += 1
    sequence = 0
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
