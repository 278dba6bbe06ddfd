import { createHash, createHmac } from 'node:crypto'
import { region } from './settings.ts'

export type S3Key = { accessKeyId: string; secretAccessKey: string }

/** One bodiless request signed with AWS Signature Version 4: enough to make a bucket and to see that it is there. */
export async function requestS3(
  method: 'PUT' | 'HEAD',
  url: URL,
  key: S3Key,
  timeoutMs: number,
): Promise<number> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const emptyHash = sha256('')
  const headers = { host: url.host, 'x-amz-content-sha256': emptyHash, 'x-amz-date': time }
  const signedHeaders = Object.keys(headers).join(';')
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = [method, url.pathname, '', headerLines.join(''), signedHeaders, emptyHash].join('\n')

  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  let signingKey = hmac(`AWS4${key.secretAccessKey}`, day)
  for (const part of [region, 's3', 'aws4_request']) signingKey = hmac(signingKey, part)
  const signature = hmac(signingKey, toSign).toString('hex')

  const authorization = `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  const response = await fetch(url, {
    method,
    headers: { ...headers, authorization },
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.arrayBuffer()
  return response.status
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
