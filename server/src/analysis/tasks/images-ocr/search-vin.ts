import type { RgbPixels } from '../../../core/platform/pictures/pixels.ts'
import type { Models } from '../../inference/model.ts'
import { centerOf, heightOf, turnAround, widen, widthOf } from '../../text/box-geometry.ts'
import { joinFrames } from '../../text/frames.ts'
import type { TextOfPicture } from '../../text/read-picture.ts'
import { type ReadLine, readText } from '../../text/read-text.ts'
import { readVin, type VinReading } from './read-vin.ts'

export const SEARCH_VIN = {
  /** A line with this many letters and digits may be a VIN with some lost or added. */
  characters_min: 14,
  characters_max: 24,
  lines_max: 3,
  /** Crops a line is read from: how much longer and higher than the box, in shares of its height. */
  crops: [
    [0, 0],
    [0.5, 0],
    [0.8, 0.15],
    [0.3, -0.1],
  ] as const,
  /** Where the client says the picture shows a VIN, and where it says nothing. */
  confidence_min_declared: 0.2,
  confidence_min: 0.5,
}

/** The VIN on a picture, or null. */
export async function searchVin(
  models: Models,
  { pixels, lines }: TextOfPicture,
  isDeclared: boolean,
): Promise<VinReading | null> {
  const confidenceMin = isDeclared ? SEARCH_VIN.confidence_min_declared : SEARCH_VIN.confidence_min
  const upright = await searchLines(models, pixels, lines)
  if (upright && upright.confidence >= confidenceMin) return upright
  if (!isDeclared || lines.length === 0) return null
  const turned = await readText(models, pixels, lines.map(({ corners }) => turnAround(corners)).toReversed())
  const found = await searchLines(models, pixels, turned)
  return found && found.confidence >= confidenceMin ? found : null
}

async function searchLines(models: Models, pixels: RgbPixels, lines: ReadLine[]): Promise<VinReading | null> {
  const likely = lines
    .filter((line) => {
      const count = countOf(line)
      return count >= SEARCH_VIN.characters_min && count <= SEARCH_VIN.characters_max
    })
    .toSorted((a, b) => Math.abs(countOf(a) - 17) - Math.abs(countOf(b) - 17))
    .slice(0, SEARCH_VIN.lines_max)
  const readings: VinReading[] = []
  for (const line of likely) {
    const crops = SEARCH_VIN.crops.map(([end, side]) => widen(line.corners, end, side))
    const read = await readText(models, pixels, crops)
    const vin = readVin(read.map(({ frames }) => frames))
    if (vin) readings.push(vin)
  }
  readings.push(...joinedReadings(lines))
  return readings.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null
}

function countOf(line: ReadLine): number {
  return line.text.replace(/[^A-Za-z0-9]/g, '').length
}

/** A VIN that is broken into two lines, or that the detector took apart. */
export function joinedReadings(lines: ReadLine[]): VinReading[] {
  return lines.flatMap((first) =>
    lines.flatMap((second) => {
      if (first === second || countOf(first) + countOf(second) !== 17 || !follows(first, second)) return []
      return readVin([joinFrames(first.frames, second.frames)]) ?? []
    }),
  )
}

function follows(first: ReadLine, second: ReadLine): boolean {
  const height = heightOf(first.corners)
  if (Math.abs(Math.log(heightOf(second.corners) / height)) > 0.5) return false
  const [ax, ay] = centerOf(first.corners)
  const [bx, by] = centerOf(second.corners)
  if (Math.abs(by - ay) < height * 0.5) {
    const gap = bx - ax - (widthOf(first.corners) + widthOf(second.corners)) / 2
    return gap > -height && gap < 3 * height
  }
  return by > ay && by - ay < 2.5 * height && Math.abs(bx - ax) < widthOf(first.corners)
}
