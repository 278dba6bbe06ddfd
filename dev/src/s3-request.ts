import { type S3Key, sha256, signS3 } from './s3-signature.ts'
import { bucket, readSecrets, region, type Settings } from './settings.ts'

const TIMEOUT_MS = 60_000

/** One bodiless request signed with AWS Signature Version 4: enough to make a bucket and to see that it is there. */
export async function requestS3(
  method: 'PUT' | 'HEAD',
  url: URL,
  key: S3Key,
  timeoutMs: number,
): Promise<number> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const bodySha256 = sha256('')
  const headers = { host: url.host, 'x-amz-content-sha256': bodySha256, 'x-amz-date': time }
  const { scope, signature } = signS3(
    {
      ...{ method, path: url.pathname, query: url.searchParams, bodySha256, time, region },
      headers: Object.entries(headers),
    },
    key.secretAccessKey,
  )
  const signedHeaders = Object.keys(headers).join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  const response = await fetch(url, {
    method,
    headers: { ...headers, authorization },
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.arrayBuffer()
  return response.status
}

/** The status of a request for the stack's own bucket; 0 when the store does not answer. */
export async function requestBucket(settings: Settings, method: 'PUT' | 'HEAD'): Promise<number> {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = readSecrets(settings)
  const url = new URL(`/${bucket}`, settings.s3Endpoint)
  try {
    return await requestS3(method, url, { accessKeyId, secretAccessKey }, TIMEOUT_MS)
  } catch {
    return 0
  }
}
