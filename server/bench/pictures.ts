import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { uuidv7 } from '../src/core/platform/uuid.ts'
import { storageKey } from '../src/inspection/images/storage-keys.ts'
import { imageForm } from '../test/factories.ts'
import { clientOf, ORGANIZATION, report, send } from './compare.ts'
import type { Figures, Ground } from './pair.ts'
import { sized } from './sizes.ts'

const SAMPLE = join(import.meta.dirname, '../../docs/sample-vehicle.jpg')
const WIDTH = sized(4_000, 2_400)
const QUALITY = 85
const GRAIN = 32
/** As many as decode at once by default; more would only wait. */
const AT_ONCE = 2

/** About two megabytes in full size, with the grain that a phone's pictures have. */
async function takePicture(): Promise<Buffer> {
  const { data, info } = await sharp(SAMPLE).resize(WIDTH).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  let random = 1
  for (let n = 0; n < data.length; n++) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    data[n] = Math.min(255, Math.max(0, (data[n] ?? 0) + ((random >>> 8) % GRAIN) - GRAIN / 2))
  }
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: QUALITY }).toBuffer()
}

/** The same picture with other bytes in a comment (ITU-T T.81 B.2.4.5): a picture sent twice is one image. */
function withComment(picture: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 18]), randomBytes(16)])
  return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
}

export async function benchUpload(ground: Ground): Promise<Figures> {
  const call = await clientOf(ground.ours.url)
  const { id } = JSON.parse(await call('POST', '/inspections', { tasks: {} }))
  const picture = await takePicture()
  const ours = () => call('POST', `/inspections/${id}/images`, imageForm(withComment(picture)))
  const bare = () => {
    const body = new Uint8Array(withComment(picture))
    return send(`${ground.bare.url}/upload?key=bare/${uuidv7()}`, { method: 'POST', body })
  }
  const figures = await report('upload', ground, { ours, bare }, sized(12, 6), AT_ONCE)
  return { ...figures, picture_bytes: picture.length }
}

export async function benchDownload(ground: Ground): Promise<Figures> {
  const call = await clientOf(ground.ours.url)
  // No worker looks at the picture here; one without bystanders is sent the same way.
  await call('PATCH', '/pictures/settings', { hides_bystanders: false })
  const { id } = JSON.parse(await call('POST', '/inspections', { tasks: {} }))
  const image = JSON.parse(
    await call('POST', `/inspections/${id}/images`, imageForm(withComment(await takePicture()))),
  )
  const key = storageKey(ORGANIZATION, image.id, 'picture.jpg')
  const ours = () => receive(image.path)
  const bare = () => receive(`${ground.bare.url}/download?key=${encodeURIComponent(key)}`)
  return report('download', ground, { ours, bare }, sized(150, 60))
}

/** The bytes as text would cost more than their way here. */
async function receive(url: string): Promise<{ length: number }> {
  const answer = await fetch(url)
  const bytes = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`GET ${url} answered ${answer.status}`)
  return { length: bytes.byteLength }
}
