import type { FractionBox } from '../detect-vehicle.ts'

/** A box with margins in shares of the picture; what would lie outside of it is cut off. */
export function growBox(
  { left, top, right, bottom }: FractionBox,
  { across, up, down }: { across: number; up: number; down: number },
): FractionBox {
  return {
    left: Math.max(0, left - across),
    top: Math.max(0, top - up),
    right: Math.min(1, right + across),
    bottom: Math.min(1, bottom + down),
  }
}
