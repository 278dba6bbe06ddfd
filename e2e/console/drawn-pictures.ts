import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../prove/stack.ts'

/** A drawn car in front of a wall. */
export const DRAWN_CAR = join(root, 'docs/sample-vehicle.jpg')

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

const RAYS = 24

/** The car with a window that a model takes for broken, and then the same car a little smaller each time. */
export async function drawnCars(count: number): Promise<PictureFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { width, height } = await sharp(DRAWN_CAR).metadata()
      const crack = n === 0 ? crackAt(width * 0.42, height * 0.42, height * 0.12) : ''
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${crack}</svg>`
      const drawn = await sharp(DRAWN_CAR)
        .composite([{ input: Buffer.from(svg) }])
        .toBuffer()
      // Other bytes, so that none is taken for a repeat.
      const buffer = await sharp(drawn)
        .resize({ width: width - n * 20 })
        .jpeg()
        .toBuffer()
      return { name: `view ${n + 1}.jpg`, mimeType: 'image/jpeg', buffer }
    }),
  )
}

function crackAt(x: number, y: number, radius: number): string {
  const rays = Array.from({ length: RAYS }, (_, n) => {
    const angle = (n / RAYS) * 2 * Math.PI
    const far = radius * (0.6 + 0.4 * Math.abs(Math.sin(n * 7)))
    return `<path d="M${x} ${y}l${Math.cos(angle) * far} ${Math.sin(angle) * far}" stroke="white" stroke-width="${1 + (n % 3)}"/>`
  })
  const rings = [0.3, 0.5, 0.7].map(
    (share) =>
      `<circle cx="${x}" cy="${y}" r="${radius * share}" fill="none" stroke="white" stroke-width="2" stroke-dasharray="16 ${20 * share}"/>`,
  )
  return [...rays, ...rings].join('')
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
