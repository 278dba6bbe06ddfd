import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Size } from './masks.ts'

/** The numbers of a palette PNG, one for each cell of the grid (the pixel under the centre of the cell). */
export async function readPaletteMask(file: string, grid: Size): Promise<Uint8Array> {
  const png = readFileSync(file)
  const numbers = paletteOf(png)
  // The decoder gives colours, never palette numbers, so they are looked up again.
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const mask = new Uint8Array(grid.width * grid.height)
  for (let row = 0; row < grid.height; row++) {
    const y = Math.floor(((row + 0.5) * info.height) / grid.height)
    for (let column = 0; column < grid.width; column++) {
      const x = Math.floor(((column + 0.5) * info.width) / grid.width)
      const at = (y * info.width + x) * info.channels
      mask[row * grid.width + column] = numbers.get(data.readUIntBE(at, 3)) ?? 0
    }
  }
  return mask
}

/** Palette number by colour. https://www.w3.org/TR/png-3/#11PLTE */
function paletteOf(png: Buffer): Map<number, number> {
  let at = 8
  while (at + 8 <= png.length) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'PLTE') {
      const numbers = new Map<number, number>()
      // A colour that stands twice keeps its first number: the rest of the palette is padding.
      for (let i = 0; i * 3 < length; i++) {
        const colour = png.readUIntBE(at + 8 + i * 3, 3)
        if (!numbers.has(colour)) numbers.set(colour, i)
      }
      return numbers
    }
    at += length + 12
  }
  throw new Error('The mask is no palette PNG.')
}
