/** Grey pixels of a picture, longest side 1024 px: the measures below are tied to that scale. */
export type QualityPixels = { pixels: Uint8Array; width: number; height: number }

/** From 0.001 (worst) to 1; below SCORE_MIN it is an issue. Clients take 0 for "not computed", hence the floor. */
export type QualityScores = {
  blurriness: number
  overexposure: number
  underexposure: number
  lens_flare: number
}

/** The value at which each measure scores exactly SCORE_MIN. How well they part good from bad: quality.test.ts. */
export const QUALITY_THRESHOLDS = {
  SCORE_MIN: 0.5,
  /** Fine detail over contrast in the best quarter of the picture. */
  SHARPNESS_MIN: 0.042,
  /** Share of pixels at 250 and above. */
  BRIGHT_SHARE_MAX: 0.1,
  /** Share of pixels at 15 and below. */
  DARK_SHARE_MAX: 0.4,
  /** Median grey. */
  MEDIAN_MIN: 40,
  /** Share of the picture under its largest white spot that does not touch the edge. */
  SPOT_SHARE_MAX: 0.03,
  /** Pixels of the shorter side of the full picture. */
  SHORT_SIDE_MIN_PX: 640,
} as const

const BRIGHT = 250
const DARK = 15
const MARGIN = 0.1
const TILES = 8
// What a sensor adds to a plain surface, as a share of the brightness; below it there is nothing to be sharp.
const NOISE = 0.037
// How far above or below the threshold a sharpness must be to score 1 or 0.
const SHARPNESS_SPAN = 8
const BLOCKS = 64

type Area = { left: number; top: number; right: number; bottom: number }

export function scoreQuality(picture: QualityPixels): QualityScores {
  const limits = QUALITY_THRESHOLDS
  const area = centralArea(picture)
  const histogram = histogramOf(picture, area)
  const ratio =
    Math.log(sharpnessOf(picture, area, meanOf(histogram)) / limits.SHARPNESS_MIN) / Math.log(SHARPNESS_SPAN)
  return {
    blurriness: score(0.5 + ratio / 2),
    overexposure: scoreOfShare(shareOf(histogram, BRIGHT, 255), limits.BRIGHT_SHARE_MAX),
    underexposure: Math.min(
      scoreOfShare(shareOf(histogram, 0, DARK), limits.DARK_SHARE_MAX),
      score(medianOf(histogram) / limits.MEDIAN_MIN / 2),
    ),
    lens_flare: scoreOfShare(spotShareOf(picture), limits.SPOT_SHARE_MAX),
  }
}

function score(value: number) {
  // Three decimals: more would claim a precision the measure does not have.
  return Math.round(Math.min(1, Math.max(0.001, value)) * 1000) / 1000
}

function scoreOfShare(share: number, shareMax: number) {
  return score(1 - share / shareMax / 2)
}

// Vehicles are framed in the middle; the rim is mostly sky and ground.
function centralArea({ width, height }: QualityPixels): Area {
  const x = Math.ceil(width * MARGIN)
  const y = Math.ceil(height * MARGIN)
  return { left: x, top: y, right: width - x, bottom: height - y }
}

function histogramOf({ pixels, width }: QualityPixels, { left, top, right, bottom }: Area) {
  const histogram = new Float64Array(256)
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const gray = pixels[at] ?? 0
      histogram[gray] = (histogram[gray] ?? 0) + 1
    }
  }
  const count = (right - left) * (bottom - top)
  return histogram.map((value) => value / count)
}

function shareOf(histogram: Float64Array, from: number, to: number) {
  return histogram.subarray(from, to + 1).reduce((sum, share) => sum + share, 0)
}

function medianOf(histogram: Float64Array) {
  let sum = 0
  return histogram.findIndex((share) => {
    sum += share
    return sum >= 0.5
  })
}

function meanOf(histogram: Float64Array) {
  return histogram.reduce((sum, share, gray) => sum + share * gray, 0)
}

/**
 * How much neighbouring pixels bend away from a straight line, over the contrast there, in the best quarter
 * of 8 × 8 tiles. Tiles, because a sharp car before a plain wall is sharp; over the contrast, because a dark
 * picture is not blurred for being dark; the worse direction, because motion blurs along one only.
 */
function sharpnessOf(picture: QualityPixels, area: Area, mean: number) {
  const tileWidth = (area.right - area.left) / TILES
  const tileHeight = (area.bottom - area.top) / TILES
  const noise = Math.max(1, (mean * NOISE) ** 2)
  const across: number[] = []
  const down: number[] = []
  for (let row = 0; row < TILES; row++) {
    for (let column = 0; column < TILES; column++) {
      const bends = bendsOf(picture, {
        left: Math.floor(area.left + column * tileWidth),
        top: Math.floor(area.top + row * tileHeight),
        right: Math.floor(area.left + (column + 1) * tileWidth),
        bottom: Math.floor(area.top + (row + 1) * tileHeight),
      })
      across.push(bends.across / (bends.variance + noise))
      down.push(bends.down / (bends.variance + noise))
    }
  }
  return Math.min(bestQuarter(across), bestQuarter(down))
}

function bestQuarter(values: number[]) {
  const best = values.toSorted((a, b) => b - a).slice(0, values.length / 4)
  return best.reduce((sum, value) => sum + value, 0) / best.length
}

/** Mean squares of the second differences, and the variance. The tile must not touch the edge of the picture. */
function bendsOf({ pixels, width }: QualityPixels, { left, top, right, bottom }: Area) {
  let sum = 0
  let squares = 0
  let across = 0
  let down = 0
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at++) {
      const gray = pixels[at] ?? 0
      sum += gray
      squares += gray * gray
      across += (2 * gray - (pixels[at - 1] ?? 0) - (pixels[at + 1] ?? 0)) ** 2
      down += (2 * gray - (pixels[at - width] ?? 0) - (pixels[at + width] ?? 0)) ** 2
    }
  }
  const count = Math.max(1, (right - left) * (bottom - top))
  return { across: across / count, down: down / count, variance: squares / count - (sum / count) ** 2 }
}

/** A lamp or the sun in the picture is a white spot; sky and walls are white too, but run to the edge. */
function spotShareOf(picture: QualityPixels) {
  const side = Math.max(1, Math.ceil(Math.max(picture.width, picture.height) / BLOCKS))
  const columns = Math.floor(picture.width / side)
  const rows = Math.floor(picture.height / side)
  const white = whiteBlocks(picture, side, columns, rows)
  let largest = 0
  for (let start = 0; start < white.length; start++)
    largest = Math.max(largest, takeSpot(white, start, columns, rows))
  return columns * rows === 0 ? 0 : largest / (columns * rows)
}

function whiteBlocks({ pixels, width }: QualityPixels, side: number, columns: number, rows: number) {
  const white = new Uint8Array(columns * rows)
  for (let block = 0; block < white.length; block++) {
    const start = Math.floor(block / columns) * side * width + (block % columns) * side
    let bright = 0
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) if ((pixels[start + y * width + x] ?? 0) >= BRIGHT) bright++
    }
    white[block] = bright >= side * side * 0.9 ? 1 : 0
  }
  return white
}

/** The size of the spot around a block, 0 when it touches the edge; its blocks are erased on the way. */
function takeSpot(white: Uint8Array, start: number, columns: number, rows: number) {
  const open = [start]
  let size = 0
  let edge = false
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (!white[block]) continue
    white[block] = 0
    size += 1
    const x = block % columns
    const y = Math.floor(block / columns)
    if (x === 0 || y === 0 || x === columns - 1 || y === rows - 1) edge = true
    if (x > 0) open.push(block - 1)
    if (x < columns - 1) open.push(block + 1)
    if (y > 0) open.push(block - columns)
    if (y < rows - 1) open.push(block + columns)
  }
  return edge ? 0 : size
}
