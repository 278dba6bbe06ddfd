import { createHash, createHmac } from 'node:crypto'

export type S3Key = { accessKeyId: string; secretAccessKey: string }

export type SignedRequest = {
  method: string
  /** As it is sent: S3 signs the path without encoding it again. */
  path: string
  query: URLSearchParams
  /** The signed ones, in the order of their names. */
  headers: readonly (readonly [name: string, value: string])[]
  bodySha256: string
  /** Such as 20261117T101500Z. */
  time: string
  region: string
}

/** AWS Signature Version 4: the signature of a request, and the scope of the key that makes it. */
export function signS3(
  request: SignedRequest,
  secretAccessKey: string,
): { scope: string; signature: string } {
  const { method, path, query, headers, bodySha256, time, region } = request
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    headers.map(([name]) => name).join(';'),
    bodySha256,
  ].join('\n')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return { scope, signature: hmac(key, toSign).toString('hex') }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function canonicalQuery(query: URLSearchParams): string {
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.sort().join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
