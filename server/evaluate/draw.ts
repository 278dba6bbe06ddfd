import sharp from 'sharp'
import { findComponents } from '../src/analysis/damage/find-components.ts'
import type { DamageCandidate } from '../src/analysis/damage/segment-damage.ts'
import { tracePolygon } from '../src/analysis/tasks/damage-detection/trace-polygons.ts'
import type { Point } from '../src/core/contracts/findings.ts'
import type { Label } from './labelled.ts'

const SIDE = 640
const CAPTION_HEIGHT = 22
const CHARACTER_WIDTH = 8
const COLOURS: Record<string, string> = {
  scratch: '#ffd400',
  dent: '#00c8ff',
  broken_or_missing: '#ff3030',
  lamp_damage: '#ff8c00',
  glass_crack: '#40ff60',
  primer_exposed: '#c080ff',
  airbag_deployed: '#ff60c0',
  hood_damage: '#4080ff',
}

/** The picture with what is shown in the colour of its class, and the truth as a thin white line. */
export async function drawFindings(
  jpeg: Buffer,
  candidates: readonly DamageCandidate[],
  labels: readonly Label[],
  side: number,
  caption: string,
): Promise<Buffer> {
  const { data, info } = await sharp(jpeg)
    .resize(SIDE, SIDE, { fit: 'inside' })
    .extend({ top: CAPTION_HEIGHT, background: '#000' })
    .toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height - CAPTION_HEIGHT }
  const truth = labels.flatMap((label) => outlinesOf(label.mask, side, size))
  const shown = candidates.filter((candidate) => candidate.is_shown)
  const shapes = shown.map((candidate) => {
    const colour = COLOURS[candidate.class_name] ?? '#fff'
    const polygon = tracePolygon(candidate, size)
    const [x, y] = polygon.reduce((top, point) => (point[1] < top[1] ? point : top), polygon[0] ?? [0, 0])
    const text = `${candidate.class_name} ${candidate.confidence.toFixed(2)}`
    const left = Math.max(0, Math.min(x, size.width - text.length * CHARACTER_WIDTH))
    const place = `x="${left}" y="${Math.max(12, y - 3)}" font-size="14"`
    return `<polygon points="${pointsOf(polygon)}" fill="${colour}" fill-opacity="0.18" stroke="${colour}" stroke-width="2.5"/>
      <text ${place} stroke="#000" stroke-width="3">${text}</text><text ${place} fill="${colour}">${text}</text>`
  })
  const outlines = truth.map(
    (polygon) =>
      `<polygon points="${pointsOf(polygon)}" fill="none" stroke="#fff" stroke-width="1" stroke-dasharray="4 3"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}" font-family="sans-serif">
    <text x="4" y="16" fill="#fff" font-size="14">${caption}</text>
    <g transform="translate(0 ${CAPTION_HEIGHT})">${shapes.join('')}${outlines.join('')}</g></svg>`
  return sharp(data)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

function outlinesOf(mask: Uint8Array, side: number, size: { width: number; height: number }): Point[][] {
  const grid = Float32Array.from(mask)
  return findComponents(grid, side, 0.5).map(({ cells }) =>
    tracePolygon({ cells, grid, side, mask_threshold: 0.5 }, size),
  )
}

const pointsOf = (polygon: readonly Point[]) => polygon.map(([x, y]) => `${x},${y}`).join(' ')
