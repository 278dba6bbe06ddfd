import type { PartType } from '../../core/contracts/part-types.ts'

/** Width and height of a part as it is looked at squarely, in centimetres. */
export type PartSize = { width: number; height: number }

/**
 * Typical sizes on passenger cars, by us after no particular one; real ones differ by a fifth. Sills and roofs are not here:
 * seldom is all of them seen. Both sides of a vehicle have the same.
 */
const SIZES: Record<string, PartSize> = {
  bumper_back: { width: 172, height: 55 },
  bumper_front: { width: 172, height: 55 },
  door_back: { width: 90, height: 72 },
  door_front: { width: 108, height: 70 },
  fender_back: { width: 100, height: 75 },
  fender_front: { width: 90, height: 65 },
  grill: { width: 85, height: 25 },
  // Along the metal, from the grill to the windshield.
  hood: { width: 145, height: 105 },
  head_light: { width: 62, height: 26 },
  license_plate: { width: 52, height: 11 },
  mirror: { width: 24, height: 16 },
  tail_light: { width: 45, height: 32 },
  trunk: { width: 125, height: 65 },
  wheel: { width: 65, height: 65 },
  window_back: { width: 72, height: 42 },
  window_front: { width: 85, height: 45 },
  windshield_back: { width: 120, height: 55 },
  windshield_front: { width: 140, height: 68 },
}

export function sizeOfPart(part: PartType): PartSize | null {
  if (part.startsWith('wheel')) return SIZES.wheel ?? null
  if (part.startsWith('license_plate')) return SIZES.license_plate ?? null
  return SIZES[withoutSide(part)] ?? null
}

export function withoutSide(part: PartType): string {
  return part.replace(/_(left|right)$/, '')
}
