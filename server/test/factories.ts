import sharp from 'sharp'
import type { Service } from './own-service.ts'

/** A small decodable picture; `seed` makes its bytes differ from others. */
export async function jpeg(seed = 0, size = { width: 320, height: 240 }): Promise<Buffer> {
  const pixels = Buffer.alloc(size.width * size.height * 3)
  for (let n = 0; n < pixels.length; n++) pixels[n] = (n * 7 + ((n * seed) % 251) + (n >> 5)) % 256
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg()
    .toBuffer()
}

export function imageForm(bytes: Buffer, fields: object = {}, fileKey = 'image'): FormData {
  const form = new FormData()
  form.set(
    'json',
    JSON.stringify({ acquisition: { strategy: 'upload_multipart_form_keys', file_key: fileKey }, ...fields }),
  )
  // The published clients really send the bare extension as the type.
  form.set(fileKey, new Blob([new Uint8Array(bytes)], { type: 'jpeg' }), 'sight-1.jpeg')
  return form
}

export async function createInspection(
  service: Service,
  body: object = { tasks: {} },
  as = 'alder-manager',
): Promise<string> {
  const answer = await service.call('POST', '/inspections', { as, json: body })
  if (answer.status !== 201) throw new Error(`inspection not created: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

let pictures = 0

/** Each call sends another picture: the same one sent twice is one image. */
export async function createImage(
  service: Service,
  inspectionId: string,
  fields: object = {},
  as = 'alder-manager',
): Promise<string> {
  const answer = await service.call('POST', `/inspections/${inspectionId}/images`, {
    as,
    form: imageForm(await jpeg(++pictures), fields),
  })
  if (answer.status !== 201) throw new Error(`image not created: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** More than ten times what anything waited for takes on a calm machine: only what never comes is given up. */
const WATCHDOG_MS = 300_000

export async function waitFor<T>(
  what: string,
  look: () => Promise<T | false | null | undefined>,
  timeoutMs = WATCHDOG_MS,
): Promise<T> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
}
