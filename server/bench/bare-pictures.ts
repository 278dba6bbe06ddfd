import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import sharp from 'sharp'

// The object store by its own client, and the image library once, in this process.
sharp.concurrency(1)
const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
const store = new S3Client({
  endpoint: S3_ENDPOINT ?? '',
  region: S3_REGION ?? '',
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  credentials: { accessKeyId: S3_ACCESS_KEY_ID ?? '', secretAccessKey: S3_SECRET_ACCESS_KEY ?? '' },
})

let derived: Promise<Buffer[]> | undefined

/** Of the size that the service stores, and made once: their making is the service's own cost. */
function derive(original: Buffer): Promise<Buffer[]> {
  derived ??= Promise.all([
    sharp(original).jpeg({ quality: 90 }).toBuffer(),
    sharp(original).resize(2_048, 2_048, { fit: 'inside' }).jpeg({ quality: 88 }).toBuffer(),
  ])
  return derived
}

export async function upload(url: URL, request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const original = Buffer.concat(chunks)
  const { data } = await sharp(original).raw().toBuffer({ resolveWithObject: true })
  const key = url.searchParams.get('key')
  const put = (part: string, Body: Buffer) =>
    store.send(
      new PutObjectCommand({ Bucket: S3_BUCKET, Key: `${key}/${part}`, Body, ContentType: 'image/jpeg' }),
    )
  const [picture = original, working = original] = await derive(original)
  await Promise.all([put('original', original), put('picture.jpg', picture), put('working.jpg', working)])
  return { pixels: data.length / 3 }
}

export async function download(url: URL, _: IncomingMessage, response: ServerResponse): Promise<void> {
  const { Body, ContentLength } = await store.send(
    new GetObjectCommand({ Bucket: S3_BUCKET, Key: url.searchParams.get('key') ?? '' }),
  )
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': ContentLength ?? 0 })
  if (Body instanceof Readable) await pipeline(Body, response)
}
