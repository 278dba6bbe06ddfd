import type { Crop } from './instructions.ts'

export type RenderingOptions = {
  /** The picture with the damages drawn on it. */
  regions: boolean
  /** A crop for each view of a damage, or none. */
  crops: Crop | null
  /** The same for each view of a part. */
  partCrops: Crop | null
}

/**
 * What the arguments of damage_detection, with keys in snake_case, ask for. The galleries of all clients look for the annotated picture and
 * none of them asks for it, so it is made unless it is refused. Crops are read by nobody who did not ask for them.
 */
export function readRenderingOptions(args: Record<string, unknown>): RenderingOptions {
  const visual = args.generate_visual_output
  return {
    regions: !(isObject(visual) && visual.generate_damages === false),
    crops: readCrop(args.generate_subimages_damages),
    partCrops: readCrop(args.generate_subimages_parts),
  }
}

function readCrop(given: unknown): Crop | null {
  if (!isObject(given)) return null
  const { generate_tight, margin, ratio, quality } = given
  return {
    tight: generate_tight === true,
    margin: within(margin, 0, 2, 0.2),
    ratio: within(ratio, 0.25, 4, 4 / 3),
    quality: Math.round(within(quality, 0.3, 0.95, 0.9) * 100),
  }
}

function within(value: unknown, min: number, max: number, otherwise: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return otherwise
  return Math.min(Math.max(value, min), max)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
