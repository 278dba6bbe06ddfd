import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../../testing/ground.ts'

/** A drawn car in front of a wall. */
export const DRAWN_CAR = join(root, 'docs/sample-vehicle.jpg')

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** The same car, a little smaller each time: other bytes, so that none is taken for a repeat. */
export async function drawnCars(count: number): Promise<PictureFile[]> {
  const { width } = await sharp(DRAWN_CAR).metadata()
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const buffer = await sharp(DRAWN_CAR)
        .resize({ width: width - n * 20 })
        .jpeg()
        .toBuffer()
      return { name: `view ${n + 1}.jpg`, mimeType: 'image/jpeg', buffer }
    }),
  )
}

export async function drawnOdometer(text: string): Promise<PictureFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
    <rect width="100%" height="100%" fill="#15181d"/>
    <g fill="#20242b" stroke="#ddd" stroke-width="6"><circle cx="350" cy="400" r="240"/><circle cx="850" cy="400" r="240"/></g>
    <rect x="380" y="690" width="440" height="110" rx="10" fill="#0a0c0f"/>
    <text x="600" y="770" font-family="DejaVu Sans" font-size="76" fill="#e8f4ff" text-anchor="middle">${text}</text></svg>`
  return {
    name: 'odometer.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer(),
  }
}
