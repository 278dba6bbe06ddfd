import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { coarsen, hideBoxes } from './hide-boxes.ts'

const [WIDTH, HEIGHT] = [200, 120]
const PLATE = { left: 0.25, top: 0.5, right: 0.5, bottom: 0.6 }

/** A gray picture with stripes on it, which stand for the letters of a plate. */
async function pictureWith(stripe: (x: number, y: number) => number): Promise<Buffer> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at++)
    pixels.fill(stripe(at % WIDTH, Math.floor(at / WIDTH)), at * 3, at * 3 + 3)
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** How much the pixels of a part of the picture differ. */
async function spreadOf(picture: Buffer, left: number, top: number, width: number, height: number) {
  const part = await sharp(picture).extract({ left, top, width, height }).png().toBuffer()
  const { channels } = await sharp(part).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

describe('hideBoxes', () => {
  it('leaves no letter in the box, and the rest as it was', async () => {
    const picture = await pictureWith((x) => (x % 4 < 2 ? 20 : 220))
    expect(await spreadOf(picture, 50, 60, 50, 12)).toBeGreaterThan(80)
    const hidden = await hideBoxes(picture, [PLATE])
    expect(await spreadOf(hidden, 52, 61, 46, 10)).toBeLessThan(25)
    expect(await spreadOf(hidden, 120, 60, 50, 12)).toBeGreaterThan(80)
    expect(await sharp(hidden).metadata()).toMatchObject({ width: WIDTH, height: HEIGHT, format: 'jpeg' })
  })

  it('makes the same of two texts in the same ink: nothing is left to guess from', async () => {
    // Along the blocks of the JPEG, so that no ringing of one text reaches the pixels around the box.
    const noted = [(x: number) => (x % 4 < 2 ? 20 : 220), (x: number) => (x % 4 >= 2 ? 20 : 220)]
    const [one, other] = await Promise.all(
      noted.map(async (stripe) => {
        const inside = (x: number, y: number) => x >= 48 && x < 112 && y >= 64 && y < 80
        const picture = await pictureWith((x, y) => (inside(x, y) ? stripe(x) : 128))
        const hidden = await hideBoxes(picture, [
          { left: 48 / WIDTH, top: 64 / HEIGHT, right: 111.9 / WIDTH, bottom: 79.9 / HEIGHT },
        ])
        return sharp(hidden).raw().toBuffer()
      }),
    )
    const difference = Math.max(...(one ?? []).map((value, at) => Math.abs(value - (other?.[at] ?? 0))))
    expect(difference).toBeLessThanOrEqual(4)
  })

  it('hides a box that reaches over the edge', async () => {
    const picture = await pictureWith((x) => (x % 4 < 2 ? 20 : 220))
    const hidden = await hideBoxes(picture, [{ left: -1, top: -1, right: 2, bottom: 2 }])
    expect(await spreadOf(hidden, 0, 0, WIDTH, HEIGHT)).toBeLessThan(25)
  })

  it('gives back the very bytes when there is nothing to hide', async () => {
    const picture = await pictureWith(() => 128)
    expect(await hideBoxes(picture, [])).toBe(picture)
  })
})

describe('coarsen', () => {
  it('leaves a few squares in the asked size', async () => {
    const picture = await pictureWith((x) => (x % 4 < 2 ? 20 : 220))
    const coarse = await coarsen(picture, { width: 400, height: 240 })
    expect(await sharp(coarse).metadata()).toMatchObject({ width: 400, height: 240, format: 'jpeg' })
    expect(await spreadOf(coarse, 0, 0, 400, 240)).toBeLessThan(25)
  })
})
