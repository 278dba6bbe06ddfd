import { createHmac, timingSafeEqual } from 'node:crypto'

export const PICTURE_VARIANTS = ['picture.jpg', 'working.jpg'] as const
export type PictureVariant = (typeof PICTURE_VARIANTS)[number]

export type Picture = { org_id: string; image_id: string; variant: PictureVariant }

/** The parts of `/v1/pictures/{signature}/{key_id}/{expires}/{org_id}/{image_id}/{variant}`, percent-decoded. */
export type PicturePath = {
  signature: string
  key_id: string
  expires: string
  org_id: string
  image_id: string
  variant: string
}

export type PictureUrls = ReturnType<typeof createPictureUrls>

type Key = { id: string; secret: Buffer }

/**
 * URLs that open one picture without a token. `keys` is `id:hex,id:hex`: the first signs, all verify, and
 * taking a key off the list revokes every URL it signed. `now` is in milliseconds.
 */
export function createPictureUrls(options: {
  keys: string
  publicUrl: string
  ttlS: number
  windowS: number
  now: () => number
}) {
  const keys = parseKeys(options.keys)
  const [signer] = keys
  const keyById = new Map(keys.map((key) => [key.id, key]))
  const base = options.publicUrl.replace(/\/+$/, '')

  // Rounding the expiry up keeps the string the same for a whole window, so that browsers can cache the picture.
  function expires(): string {
    const windowMs = options.windowS * 1000
    return String(Math.ceil((options.now() + options.ttlS * 1000) / windowMs) * options.windowS)
  }

  function sign(picture: Picture): string {
    const unsigned = { ...picture, key_id: signer.id, expires: expires() }
    const { key_id, org_id, image_id, variant } = unsigned
    const parts = [signature(signer, unsigned), key_id, unsigned.expires, org_id, image_id, variant]
    return `${base}/v1/pictures/${parts.map(pathSegment).join('/')}`
  }

  function verify(path: PicturePath): Picture | null {
    const key = keyById.get(path.key_id)
    const variant = PICTURE_VARIANTS.find((known) => known === path.variant)
    if (key === undefined || variant === undefined) return null
    if (!equal(path.signature, signature(key, path))) return null
    if (options.now() >= Number(path.expires) * 1000) return null
    return { org_id: path.org_id, image_id: path.image_id, variant }
  }

  return { sign, verify }
}

function parseKeys(text: string): [Key, ...Key[]] {
  const [first = '', ...rest] = text.split(',')
  const keys: [Key, ...Key[]] = [parseKey(first), ...rest.map(parseKey)]
  if (new Set(keys.map((key) => key.id)).size < keys.length)
    throw new Error('two picture URL keys share an id')
  return keys
}

function parseKey(text: string): Key {
  const [, id, hex] = /^([a-z0-9]{1,16}):((?:[0-9a-f]{2}){32,})$/.exec(text) ?? []
  // The message must not quote the text: it holds the secret.
  if (id === undefined || hex === undefined)
    throw new Error('a picture URL key is not `id:hex` of 32 bytes or more')
  return { id, secret: Buffer.from(hex, 'hex') }
}

// A JSON array is an unambiguous encoding: no value of one part can be mistaken for two parts.
function signature(key: Key, path: Omit<PicturePath, 'signature'>): string {
  const parts = ['picture-url', key.id, path.expires, path.org_id, path.image_id, path.variant]
  return createHmac('sha256', key.secret).update(JSON.stringify(parts)).digest('base64url')
}

// The texts are compared, not the decoded bytes: 43 base64url characters have two bits to spare,
// so that four different last characters would decode to the same signature.
function equal(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given)
  const expectedBytes = Buffer.from(expected)
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes)
}

// No encoding saves an empty or dot segment: URL parsers resolve even `%2e%2e` (WHATWG URL, "double-dot URL path segment").
function pathSegment(text: string): string {
  if (text === '' || text === '.' || text === '..') throw new Error('an id cannot be empty or dots only')
  return encodeURIComponent(text)
}
