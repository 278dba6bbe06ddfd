import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { FolderBuckets } from './folder-buckets.ts'
import { type S3Key, sha256, signS3 } from './s3-signature.ts'

const clockSkewMsMax = 15 * 60 * 1000
const pageKeysMax = 1_000

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

type Asked = { request: IncomingMessage; bucket: string; key: string; query: URLSearchParams }

/**
 * An object store for the demo: what the service asks of S3, and no more, with files in a folder. Every request must be
 * signed with the key. It keeps no versions, no copies and no rights, and reads all names to list a page.
 */
export function createFolderStore(folder: string, s3Key: S3Key): Server {
  const buckets = new FolderBuckets(folder)
  return createServer((request, response) => {
    answer(buckets, s3Key, request, response).catch((error: unknown) => {
      // A body that was cut off has nobody to be told.
      if (response.headersSent) return void response.destroy()
      const isOurs = error instanceof Refusal
      if (!isOurs) console.error(error)
      const { status, code } = isOurs ? error : { status: 500, code: 'InternalError' }
      // Part of the body may still be on its way; the next request needs another connection.
      sendXml(response.setHeader('connection', 'close'), status, `<Error><Code>${code}</Code></Error>`)
    })
  })
}

async function answer(
  buckets: FolderBuckets,
  s3Key: S3Key,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requireSignature(request, s3Key)
  const { pathname, searchParams: query } = urlOf(request)
  const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent)
  const asked = { request, bucket, key: rest.join('/'), query }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Refusal(400, 'InvalidBucketName')
  if (request.method === 'PUT' && !asked.key) {
    buckets.create(bucket)
    return void response.end()
  }
  if (!buckets.has(bucket)) throw new Refusal(404, 'NoSuchBucket')
  await (asked.key ? answerObject(buckets, asked, response) : answerBucket(buckets, asked, response))
}

async function answerBucket(buckets: FolderBuckets, asked: Asked, response: ServerResponse): Promise<void> {
  const { request, bucket, query } = asked
  if (request.method === 'HEAD') return void response.end()
  if (request.method === 'GET' && query.get('list-type') === '2') return listPage(buckets, asked, response)
  if (request.method === 'GET' && query.has('versions')) return listVersions(buckets, asked, response)
  if (request.method === 'POST' && query.has('delete')) {
    const body = await text(request)
    if (sha256(body) !== request.headers['x-amz-content-sha256']) throw new Refusal(400, 'BadDigest')
    for (const [, key = ''] of body.matchAll(/<Key>([^<]*)<\/Key>/g))
      await buckets.delete(bucket, unescapeXml(key))
    return sendXml(response, 200, '<DeleteResult></DeleteResult>')
  }
  if (request.method === 'DELETE') {
    buckets.remove(bucket)
    return void response.writeHead(204).end()
  }
  throw new Refusal(501, 'NotImplemented')
}

async function answerObject(buckets: FolderBuckets, asked: Asked, response: ServerResponse): Promise<void> {
  const { request, bucket, key, query } = asked
  // Every other operation on an object is named by a parameter; the SDK names its own with x-id.
  if ([...query.keys()].some((name) => name !== 'x-id')) throw new Refusal(501, 'NotImplemented')
  if (request.method === 'PUT') {
    const { 'content-type': contentType = 'application/octet-stream', 'x-amz-content-sha256': digest } =
      request.headers
    const isKept = await buckets.put(bucket, { key, contentType }, request, String(digest))
    if (!isKept) throw new Refusal(400, 'XAmzContentSHA256Mismatch')
    return void response.end()
  }
  if (request.method !== 'GET') throw new Refusal(501, 'NotImplemented')
  const found = await buckets.get(bucket, key)
  if (!found) throw new Refusal(404, 'NoSuchKey')
  response.writeHead(200, { 'content-type': found.contentType, 'content-length': found.sizeBytes })
  await pipeline(found.body, response)
}

async function listPage(buckets: FolderBuckets, asked: Asked, response: ServerResponse): Promise<void> {
  const { bucket, query } = asked
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const prefix = query.get('prefix') ?? ''
  const keysMax = Math.min(Number(query.get('max-keys') ?? pageKeysMax), pageKeysMax)
  const left = (await buckets.list(bucket)).filter(
    ({ key }) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0,
  )
  const page = left.slice(0, keysMax)
  const contents = page.map(
    ({ key, sizeBytes }) => `<Contents><Key>${escapeXml(key)}</Key><Size>${sizeBytes}</Size></Contents>`,
  )
  const last = left.length > page.length ? page.at(-1)?.key : undefined
  const next = last ? `<NextContinuationToken>${escapeXml(last)}</NextContinuationToken>` : ''
  const isTruncated = `<IsTruncated>${Boolean(last)}</IsTruncated>`
  sendXml(response, 200, `<ListBucketResult>${isTruncated}${next}${contents.join('')}</ListBucketResult>`)
}

/** Every object has the one version that it has. */
async function listVersions(buckets: FolderBuckets, asked: Asked, response: ServerResponse): Promise<void> {
  const prefix = asked.query.get('prefix') ?? ''
  const keysMax = Math.min(Number(asked.query.get('max-keys') ?? pageKeysMax), pageKeysMax)
  const after = Buffer.from(asked.query.get('key-marker') ?? '')
  const found = (await buckets.list(asked.bucket)).filter(
    ({ key }) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), after) > 0,
  )
  const page = found.slice(0, keysMax)
  const versions = page.map(
    ({ key }) =>
      `<Version><Key>${escapeXml(key)}</Key><VersionId>null</VersionId><IsLatest>true</IsLatest></Version>`,
  )
  const last = found.length > keysMax ? page.at(-1)?.key : undefined
  const next = last ? `<NextKeyMarker>${escapeXml(last)}</NextKeyMarker>` : ''
  const isTruncated = `<IsTruncated>${Boolean(last)}</IsTruncated>`
  sendXml(response, 200, `<ListVersionsResult>${isTruncated}${next}${versions.join('')}</ListVersionsResult>`)
}

function requireSignature(request: IncomingMessage, { accessKeyId, secretAccessKey }: S3Key): void {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, id, region = '', names = '', given = ''] = form.exec(request.headers.authorization ?? '') ?? []
  const { 'x-amz-date': time = '', 'x-amz-content-sha256': bodySha256 = '' } = request.headers
  const sentMs = Date.parse(String(time).replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - sentMs) < clockSkewMsMax)) throw new Refusal(403, 'RequestTimeTooSkewed')
  const { pathname: path, searchParams: query } = urlOf(request)
  const headers = names.split(';').map((name) => [name, String(request.headers[name] ?? '')] as const)
  const { signature } = signS3(
    {
      ...{ method: request.method ?? '', path, query, headers, region },
      ...{ bodySha256: String(bodySha256), time: String(time) },
    },
    secretAccessKey,
  )
  const isSame =
    given.length === signature.length && timingSafeEqual(Buffer.from(given), Buffer.from(signature))
  if (id !== accessKeyId || !isSame) throw new Refusal(403, 'SignatureDoesNotMatch')
}

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://store')
}

function sendXml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

const XML_NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function escapeXml(plain: string): string {
  return plain.replace(/[&<>"'\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function unescapeXml(escaped: string): string {
  return escaped.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (XML_NAMES[name] ?? all)
  })
}
