import { createBasePictures, toWebp, vary } from '../testing/pictures.ts'
import { createRandom } from '../testing/random.ts'

/** A picture in the form the clients take it. */
export type MonkPicture = { blob: Blob; uri: string; mimetype: string; width: number; height: number }

const random = createRandom(1)
const [noisy = Buffer.alloc(0)] = await createBasePictures(random)

export function createJpeg(): Buffer {
  return vary(noisy, random).bytes
}

let webps = 0

/** As browsers make them; a chunk of its own, which readers skip, makes each one's bytes its own. */
export async function createWebp(): Promise<Buffer> {
  const bytes = await toWebp(noisy)
  const chunk = Buffer.from('UNIQ\u0004\0\0\0\0\0\0\0', 'latin1')
  chunk.writeUInt32LE(++webps, 8)
  const whole = Buffer.concat([bytes, chunk])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

/** Never the same bytes twice: a repeated picture is one image to the service. */
export function createPicture(): MonkPicture {
  return pictureOf(createJpeg())
}

export function pictureOf(bytes: Buffer): MonkPicture {
  const blob = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
  return { blob, uri: 'blob:picture', mimetype: 'image/jpeg', width: 640, height: 480 }
}

/** Width and height as the first frame header of a JPEG states them. */
export function sizeOfJpeg(bytes: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return null
}
