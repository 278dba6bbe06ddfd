import { describe, expect, it } from 'vitest'
import { quarters } from '../../../../test/pictures.ts'
import { readGray } from './pixels.ts'

describe('readGray', () => {
  it('gives one byte for each pixel, the longest side reduced to 1024', async () => {
    const { pixels, width, height } = await readGray(await quarters(2048, 1024).jpeg().toBuffer())
    expect([width, height, pixels.length]).toEqual([1024, 512, 1024 * 512])
    // The grey quarter is at the bottom left, and stays as bright as it was.
    expect(Math.abs((pixels[400 * 1024 + 200] ?? 0) - 128)).toBeLessThan(3)
  })

  it('does not enlarge', async () => {
    const { width, height } = await readGray(await quarters(64, 48).jpeg().toBuffer(), 100)
    expect([width, height]).toEqual([64, 48])
  })
})
