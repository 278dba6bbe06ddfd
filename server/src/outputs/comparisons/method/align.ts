import { affineOfParts } from './align-parts.ts'
import { type Features, featuresOf, matchFeatures } from './features.ts'
import { fitHomography } from './fit-homography.ts'
import { invert, matrixOf, multiply } from './geometry.ts'
import type { ComparedPicture, Matrix } from './types.ts'

/** Ways in which two pictures may lie over each other, later pixels of the raster to earlier ones; the surest first. */
export type Alignments = { matrix: Matrix; inliers: number }[]

/** Aligns pictures two by two and keeps what it found, as every picture is compared with several. */
export class Aligner {
  private readonly features = new Map<ComparedPicture, Features>()
  private readonly found = new Map<ComparedPicture, Map<ComparedPicture, Alignments>>()
  private readonly inliersMin: number

  constructor(inliersMin: number) {
    this.inliersMin = inliersMin
  }

  align(from: ComparedPicture, to: ComparedPicture): Alignments {
    const known = this.found.get(from)?.get(to)
    if (known) return known
    const matches = matchFeatures(this.featuresOf(from), this.featuresOf(to))
    const byCorners = fitHomography(matches, this.inliersMin)
    const byParts = affineOfParts(from, to)
    const alignments = [
      ...(byCorners ? [{ matrix: byCorners.matrix, inliers: byCorners.inliers.length }] : []),
      ...(byParts ? [{ matrix: byParts, inliers: 0 }] : []),
    ]
    this.keep(from, to, alignments)
    this.keep(
      to,
      from,
      alignments.map((each) => ({ ...each, matrix: invert(each.matrix) })),
    )
    return alignments
  }

  private keep(from: ComparedPicture, to: ComparedPicture, alignments: Alignments): void {
    const row = this.found.get(from) ?? new Map<ComparedPicture, Alignments>()
    this.found.set(from, row.set(to, alignments))
  }

  private featuresOf(picture: ComparedPicture): Features {
    const known = this.features.get(picture) ?? featuresOf(picture.raster)
    this.features.set(picture, known)
    return known
  }
}

/** Pixels of the raster for each pixel of the picture. */
export const rasterScale = ({ raster, width }: ComparedPicture) => raster.width / width

/** The same alignment between pixels of the pictures. */
export function inPictures(matrix: Matrix, from: ComparedPicture, to: ComparedPicture): Matrix {
  const [a, b] = [rasterScale(from), 1 / rasterScale(to)]
  return multiply(
    matrixOf([b, 0, 0, 0, b, 0, 0, 0, 1]),
    multiply(matrix, matrixOf([a, 0, 0, 0, a, 0, 0, 0, 1])),
  )
}
