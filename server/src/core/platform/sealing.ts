import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

export type SealingKey = { id: string; key: Buffer }

/** A text that is sealed in a row. `replace` does nothing where the row has another one meanwhile. */
export type SealedText = { sealed: string; place: string; replace: (by: string) => Promise<unknown> }

/**
 * Encrypts a text that we must be able to read again, with AES-256-GCM. `place` says where the text is stored, such as
 * `webhook_endpoints/{org_id}/{id}`: what was sealed for one place does not open at another.
 */
export function sealWith({ id, key }: SealingKey, text: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(placeBytes(id, place))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${id}.${sealed.toString('base64url')}`
}

/** Throws when the text was changed, or was sealed with another key or for another place. */
export function unsealWith({ id, key }: SealingKey, sealed: string, place: string): string {
  const [, encoded = ''] = sealed.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('a sealed text is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(placeBytes(id, place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** The id of the key that a text was sealed with. */
export const sealingKeyIdOf = (sealed: string): string => sealed.split('.', 1)[0] ?? ''

/** With the operator's keys, the setting `SEALING_KEYS`, `id:hex,id:hex`: the first key seals, all of them open. */
export const seal = (keys: string, text: string, place: string): string =>
  sealWith(parseKeys(keys)[0], text, place)

/** Throws, too, when the key is gone from the list. */
export function unseal(keys: string, sealed: string, place: string): string {
  const id = sealingKeyIdOf(sealed)
  const key = parseKeys(keys).find((candidate) => candidate.id === id)
  if (key === undefined) throw new Error(`SEALING_KEYS has no key "${id}" any more; put it back on the list`)
  return unsealWith(key, sealed, place)
}

/** The id of the key that seals now. */
export const firstKeyId = (keys: string): string => parseKeys(keys)[0].id

/** A key for one purpose: what is known of it says nothing about the key it comes from, or about its other purposes. */
export const deriveKey = (key: Buffer, purpose: string, salt: Buffer | string = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, KEY_BYTES))

// A JSON array is an unambiguous encoding: no id and place can be mistaken for another pair.
function placeBytes(id: string, place: string): Buffer {
  return Buffer.from(JSON.stringify([id, place]))
}

function parseKeys(text: string): [SealingKey, ...SealingKey[]] {
  const [first = '', ...rest] = text.split(',')
  return [parseKey(first), ...rest.map(parseKey)]
}

function parseKey(text: string): SealingKey {
  const [, id, hex] = /^([a-z0-9]{1,16}):((?:[0-9a-f]{2}){32,})$/.exec(text) ?? []
  // The message must not quote the text: it holds the secret.
  if (id === undefined || hex === undefined)
    throw new Error('a sealing key is not `id:hex` of 32 bytes or more')
  // The setting takes keys longer than the cipher's, and one that an operator uses elsewhere too must not be the same key here.
  return { id, key: deriveKey(Buffer.from(hex, 'hex'), 'walkaround sealing') }
}
