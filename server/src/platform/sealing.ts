import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text that we must be able to read again, with AES-256-GCM. `keys` is the setting `SEALING_KEYS`,
 * `id:hex,id:hex`: the first key seals, all of them open. `place` says where the text is stored, such as
 * `webhook_endpoints/{org_id}/{id}`: what was sealed for one place does not open at another.
 */
export function seal(keys: string, text: string, place: string): string {
  const [{ id, key }] = parseKeys(keys)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(placeBytes(id, place))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${id}.${sealed.toString('base64url')}`
}

/** Throws when the key is gone from the list, the text was changed, or it was sealed for another place. */
export function unseal(keys: string, sealed: string, place: string): string {
  const [id = '', encoded = ''] = sealed.split('.')
  const key = parseKeys(keys).find((candidate) => candidate.id === id)?.key
  if (key === undefined) throw new Error(`SEALING_KEYS has no key "${id}" any more; put it back on the list`)
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

// A JSON array is an unambiguous encoding: no id and place can be mistaken for another pair.
function placeBytes(id: string, place: string): Buffer {
  return Buffer.from(JSON.stringify([id, place]))
}

type Key = { id: string; key: Buffer }

function parseKeys(text: string): [Key, ...Key[]] {
  const [first = '', ...rest] = text.split(',')
  return [parseKey(first), ...rest.map(parseKey)]
}

function parseKey(text: string): Key {
  const [, id, hex] = /^([a-z0-9]{1,16}):((?:[0-9a-f]{2}){32,})$/.exec(text) ?? []
  // The message must not quote the text: it holds the secret.
  if (id === undefined || hex === undefined)
    throw new Error('a sealing key is not `id:hex` of 32 bytes or more')
  // The setting takes keys longer than the cipher's, and one that an operator uses elsewhere too must not be the same key here.
  const key = hkdfSync('sha256', Buffer.from(hex, 'hex'), '', 'walkaround sealing', 32)
  return { id, key: Buffer.from(key) }
}
