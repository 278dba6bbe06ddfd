import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

export const PICTURE_VARIANTS = ['picture.jpg', 'working.jpg'] as const
/** The files that are stored of a picture and shown to people. */
export type PictureVariant = (typeof PICTURE_VARIANTS)[number]

/**
 * What a URL may end with. `preview.jpg` is the picture before models have looked at it: once they have, its URL is another one, so that no page keeps
 * the preview. `sharp.jpg` is the picture with nothing hidden; only `signSharp` makes its URL.
 */
const SHOWN_VARIANTS = [...PICTURE_VARIANTS, 'preview.jpg', 'sharp.jpg'] as const
export type ShownVariant = (typeof SHOWN_VARIANTS)[number]

export type Picture = { org_id: string; image_id: string; variant: Exclude<ShownVariant, 'sharp.jpg'> }
type OpenedPicture = Omit<Picture, 'variant'> & { variant: ShownVariant }

/** The parts of `/v1/pictures/{signature}/{key_id}/{expires}/{org_id}/{image_id}/{variant}`, percent-decoded. */
export type PicturePath = {
  signature: string
  key_id: string
  expires: string
  org_id: string
  image_id: string
  variant: string
}

export type ReportFile = { org_id: string; report_id: string }

/** The parts of `/v1/reports/{signature}/{key_id}/{expires}/{org_id}/{report_id}/report.pdf`, percent-decoded. */
export type ReportPath = ReportFile & { signature: string; key_id: string; expires: string }

export type RenderedOutputFile = { org_id: string; rendered_output_id: string }

/** The parts of `/v1/rendered_outputs/{signature}/{key_id}/{expires}/{org_id}/{rendered_output_id}/rendering.jpg`, percent-decoded. */
export type RenderedOutputPath = RenderedOutputFile & { signature: string; key_id: string; expires: string }

export type PictureUrls = ReturnType<typeof createPictureUrls>

const URLS_KEPT_MAX = 10_000

type Key = { id: string; secret: KeyObject }

/** What a signature stands for. The kind is part of it: no URL of one kind opens anything of another. */
type Grant = { kind: 'picture-url' | 'report-url' | 'rendered-output-url'; parts: readonly string[] }

/**
 * URLs that open one picture, rendered output or report without a token. `keys` is `id:hex,id:hex`: the first signs, all verify, and
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
  const base = options.publicUrl

  // Rounding the expiry up keeps the string the same for a whole window, so that browsers can cache the picture.
  function expires(): string {
    const windowMs = options.windowS * 1000
    return String(Math.ceil((options.now() + options.ttlS * 1000) / windowMs) * options.windowS)
  }

  function signGrant(grant: Grant, until = expires()): string[] {
    return [signature(signer, until, grant), signer.id, until, ...grant.parts]
  }

  function holds(path: { signature: string; key_id: string; expires: string }, grant: Grant): boolean {
    const key = keyById.get(path.key_id)
    if (key === undefined || !equal(path.signature, signature(key, path.expires, grant))) return false
    return options.now() < Number(path.expires) * 1000
  }

  // A picture has the same URL for a whole window, and clients ask for it many times in one.
  let kept = { until: '', urls: new Map<string, string>() }

  function sign(picture: Picture): string {
    const until = expires()
    if (kept.until !== until || kept.urls.size >= URLS_KEPT_MAX) kept = { until, urls: new Map() }
    const key = JSON.stringify([picture.org_id, picture.image_id, picture.variant])
    const known = kept.urls.get(key)
    if (known) return known
    const url = makeUrl(picture)
    kept.urls.set(key, url)
    return url
  }

  function makeUrl(picture: OpenedPicture, until?: string): string {
    return `${base}/v1/pictures/${signGrant(pictureGrant(picture), until).map(pathSegment).join('/')}`
  }

  /** For whoever may see what is hidden, for a short time. */
  function signSharp({ org_id, image_id }: Omit<Picture, 'variant'>, ttlS: number) {
    const until = Math.ceil(options.now() / 1000) + ttlS
    return {
      url: makeUrl({ org_id, image_id, variant: 'sharp.jpg' }, String(until)),
      expires_at: new Date(until * 1000).toISOString(),
    }
  }

  function verify(path: PicturePath): OpenedPicture | null {
    const { org_id, image_id } = path
    const variant = SHOWN_VARIANTS.find((known) => known === path.variant)
    if (variant === undefined || !holds(path, pictureGrant({ org_id, image_id, variant }))) return null
    return { org_id, image_id, variant }
  }

  /** The picture that a whole URL opens. Compared as text: a URL that we did not write is not ours. */
  function verifyUrl(url: string): OpenedPicture | null {
    const prefix = `${base}/v1/pictures/`
    if (!url.startsWith(prefix)) return null
    const [signature, key_id, expires, org_id, image_id, variant, ...more] = url
      .slice(prefix.length)
      .split('/')
      .map(decodedSegment)
    if (signature == null || key_id == null || expires == null) return null
    if (org_id == null || image_id == null || variant == null || more.length > 0) return null
    return verify({ signature, key_id, expires, org_id, image_id, variant })
  }

  function signReport(report: ReportFile): string {
    return `${base}/v1/reports/${signGrant(reportGrant(report)).map(pathSegment).join('/')}/report.pdf`
  }

  function verifyReport(path: ReportPath): ReportFile | null {
    const { org_id, report_id } = path
    return holds(path, reportGrant({ org_id, report_id })) ? { org_id, report_id } : null
  }

  function signRenderedOutput(output: RenderedOutputFile): string {
    const parts = signGrant(renderedOutputGrant(output)).map(pathSegment)
    return `${base}/v1/rendered_outputs/${parts.join('/')}/rendering.jpg`
  }

  function verifyRenderedOutput(path: RenderedOutputPath): RenderedOutputFile | null {
    const { org_id, rendered_output_id } = path
    return holds(path, renderedOutputGrant({ org_id, rendered_output_id }))
      ? { org_id, rendered_output_id }
      : null
  }

  return {
    sign,
    signSharp,
    verify,
    verifyUrl,
    signReport,
    verifyReport,
    signRenderedOutput,
    verifyRenderedOutput,
  }
}

function pictureGrant({ org_id, image_id, variant }: OpenedPicture): Grant {
  return { kind: 'picture-url', parts: [org_id, image_id, variant] }
}

function reportGrant({ org_id, report_id }: ReportFile): Grant {
  return { kind: 'report-url', parts: [org_id, report_id] }
}

function renderedOutputGrant({ org_id, rendered_output_id }: RenderedOutputFile): Grant {
  return { kind: 'rendered-output-url', parts: [org_id, rendered_output_id] }
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
  return { id, secret: createSecretKey(hex, 'hex') }
}

// A JSON array is an unambiguous encoding: no value of one part can be mistaken for two parts.
function signature(key: Key, expires: string, grant: Grant): string {
  const parts = [grant.kind, key.id, expires, ...grant.parts]
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

function decodedSegment(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
