import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { Query } from '../../testing/subject.ts'

/** Reads what the service has encrypted, by docs/operations/encryption.md alone and with none of its code. */
const MAGIC = 'walkenc\x01'
const HEADER_BYTES = 56
const SEALED_SEGMENT_BYTES = 65_536 + 16

const derive = (key: Buffer, salt: Buffer | string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

function open(key: Buffer, nonce: Buffer, sealed: Buffer, associated: Buffer | null): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  if (associated) decipher.setAAD(associated)
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

/** The id of the key that an object is encrypted with, or null. */
export function keyIdOf(stored: Buffer): string | null {
  if (stored.toString('latin1', 0, 8) !== MAGIC) return null
  return stored.toString('hex', 8, 24).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The keys of all organizations by `organization/id`, opened with those of the operator. */
export async function readKeys(rows: Query, operatorKeys: string): Promise<Map<string, Buffer>> {
  const operator = new Map(
    operatorKeys
      .split(',')
      .map((pair) => pair.split(':'))
      .map(([id = '', hex = '']) => [id, derive(Buffer.from(hex, 'hex'), '', 'walkaround sealing')]),
  )
  const found = await rows<{ org_id: string; id: string; wrapped: string }>(
    'select org_id, id, wrapped from organization_keys where wrapped is not null',
  )
  return new Map(
    found.map(({ org_id, id, wrapped }) => {
      const [by = '', text = ''] = wrapped.split('.')
      const bytes = Buffer.from(text, 'base64url')
      const place = Buffer.from(JSON.stringify([by, `organization_keys/${org_id}/${id}`]))
      const key = open(operator.get(by) ?? Buffer.alloc(32), bytes.subarray(0, 12), bytes.subarray(12), place)
      return [`${org_id}/${id}`, Buffer.from(key.toString('utf8'), 'hex')]
    }),
  )
}

/** The bytes of an object that was stored under a name. */
export function openStored(keys: ReadonlyMap<string, Buffer>, name: string, stored: Buffer): Buffer {
  const id = keyIdOf(stored)
  if (id === null) throw new Error(`${name} is not encrypted`)
  const organization = name.slice(0, name.indexOf('/'))
  const header = stored.subarray(0, HEADER_BYTES)
  const own = derive(
    keys.get(`${organization}/${id}`) ?? Buffer.alloc(32),
    header,
    `walkaround object ${name}`,
  )
  const count = Math.max(1, Math.ceil((stored.length - HEADER_BYTES) / SEALED_SEGMENT_BYTES))
  const segments = Array.from({ length: count }, (_, n) => {
    const at = HEADER_BYTES + n * SEALED_SEGMENT_BYTES
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(n, 7)
    nonce.writeUInt8(n === count - 1 ? 1 : 0, 11)
    return open(own, nonce, stored.subarray(at, at + SEALED_SEGMENT_BYTES), null)
  })
  return Buffer.concat(segments)
}
