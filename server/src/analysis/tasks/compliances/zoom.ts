import { areaOf, type FractionBox } from '../../detect-vehicle.ts'

export const ZOOM_THRESHOLDS = {
  /** Less around the vehicle is too zoomed. */
  ZOOM_MIN: 0.05,
  /** More around it is not zoomed enough. */
  ZOOM_MAX: 0.92,
  /** A box that ends this close to an edge is cut off by it. */
  EDGE_MARGIN: 0.005,
} as const

/**
 * The share of the picture that is not under the vehicle's box: near 0 the vehicle fills the picture, near 1 it is far
 * away. Never 0, which clients take for "not computed".
 */
export function zoomOf(box: FractionBox): number {
  return Math.max(0.001, Math.round((1 - areaOf(box)) * 1000) / 1000)
}

/** How many edges of the picture cut the box. */
export function edgesCut({ left, top, right, bottom }: FractionBox): number {
  return [left, top, 1 - right, 1 - bottom].filter(isCut).length
}

/** At both ends, so that it cannot fit. A box that touches one edge or a corner is often just inexact. */
export function isCutThrough({ left, top, right, bottom }: FractionBox): boolean {
  return (isCut(left) && isCut(1 - right)) || (isCut(top) && isCut(1 - bottom))
}

const isCut = (gap: number) => gap <= ZOOM_THRESHOLDS.EDGE_MARGIN
