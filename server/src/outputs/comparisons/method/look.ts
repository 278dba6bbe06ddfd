import type { Box, Point } from '../../../core/contracts/findings.ts'
import { boxOf, isInside, mapPoint, middleOf, scaleAt } from './geometry.ts'
import { refine, sample, soften } from './refine.ts'
import type { Matrix, Raster } from './types.ts'

/** How a place of one raster looks in another one that is laid over it. */
export type Look = {
  matrix: Matrix
  /** Correlation around the place. */
  fit: number
  /** Correlation of fine detail within the place: near 1, it looks the same. */
  inside: number
  /** The shares of spots close to the place, and a little further off, whose grey values do not go with those of the other. */
  rim_off: number
  ring_off: number
  /** Fine detail around the place, and the size of the place, as shares of those of the first raster. */
  sharp: number
  scale: number
  /** Median grey at the place, and the share of white that is not white in the first raster. */
  median: number
  glare: number
  /** The share of the place that is not in the other raster. */
  outside: number
}

const MARGIN_MIN = 40
const STEPS = 56
const RIM = 12
const RING = 28
/** Of the contrast: grey values that are off by more show something else. */
const OFF = 0.5
const WHITE = 250
/** Grey levels below which differences are noise. */
const NOISE = 3
const CONTRAST_MIN = 14

type Spot = { x: number; y: number; zone: 'inside' | 'rim' | 'ring' | 'far' }

/** The window around a place in which alignments are made and judged. */
function windowOf(polygons: readonly Point[][], raster: Raster): Box {
  const box = boxOf(polygons)
  const margin = Math.max(MARGIN_MIN, 0.8 * Math.max(box.width, box.height))
  const xmin = Math.max(0, box.xmin - margin)
  const ymin = Math.max(0, box.ymin - margin)
  return {
    xmin,
    ymin,
    width: Math.min(raster.width - 1, box.xmin + box.width + margin) - xmin,
    height: Math.min(raster.height - 1, box.ymin + box.height + margin) - ymin,
  }
}

/** The best look that any of the alignments gives, after each is moved to where it fits best. */
export function lookAt(
  from: Raster,
  to: Raster,
  polygons: readonly Point[][],
  starts: readonly Matrix[],
): Look | null {
  const window = windowOf(polygons, from)
  const spots = spotsIn(window, polygons)
  let best: Look | null = null
  for (const start of starts) {
    for (const matrix of [start, refine(from, to, start, window)]) {
      const look = judge(from, to, matrix, spots, middleOf(boxOf(polygons)))
      if (!best || look.fit >= best.fit) best = look
    }
    if (best && best.fit > 0.9) break
  }
  return best
}

function spotsIn(window: Box, polygons: readonly Point[][]): Spot[] {
  const spots: Spot[] = []
  const near = (x: number, y: number, by: number) =>
    isInside(polygons, x, y) ||
    isInside(polygons, x + by, y) ||
    isInside(polygons, x - by, y) ||
    isInside(polygons, x, y + by) ||
    isInside(polygons, x, y - by)
  for (let row = 0; row < STEPS; row++) {
    for (let column = 0; column < STEPS; column++) {
      const x = window.xmin + ((column + 0.5) * window.width) / STEPS
      const y = window.ymin + ((row + 0.5) * window.height) / STEPS
      spots.push({ x, y, zone: zoneOf((by) => near(x, y, by)) })
    }
  }
  return spots
}

function zoneOf(isWithin: (by: number) => boolean): Spot['zone'] {
  if (isWithin(2)) return 'inside'
  if (isWithin(RIM)) return 'rim'
  return isWithin(RING) ? 'ring' : 'far'
}

function judge(from: Raster, to: Raster, matrix: Matrix, spots: readonly Spot[], middle: Point): Look {
  const [softFrom, softTo] = [soften(from, 1), soften(to, 1)]
  const [wideFrom, wideTo] = [soften(from, 6), soften(to, 6)]
  const around = new Pairs()
  const within = new Pairs()
  const detail = new Pairs()
  const beside: Record<'rim' | 'ring', [number, number][]> = { rim: [], ring: [] }
  const greys: number[] = []
  let [white, inPlace, missing] = [0, 0, 0]
  for (const { x, y, zone } of spots) {
    const [u, v] = mapPoint(matrix, x, y)
    const [a, b] = [sample(softFrom, x, y), sample(softTo, u, v)]
    if (zone === 'inside') inPlace++
    if (Number.isNaN(b) || Number.isNaN(a)) {
      if (zone === 'inside') missing++
      continue
    }
    const [fineA, fineB] = [a - sample(wideFrom, x, y), b - sample(wideTo, u, v)]
    if (zone === 'inside') {
      within.add(fineA, fineB)
      greys.push(b)
      white += (b >= WHITE ? 1 : 0) - (a >= WHITE ? 1 : 0)
      continue
    }
    around.add(a, b)
    detail.add(fineA, fineB)
    if (zone !== 'far') beside[zone].push([a, b])
  }
  const { gain, bias } = around.line()
  const most = OFF * Math.max(CONTRAST_MIN, around.spreadB())
  const offOf = (pairs: readonly [number, number][]) =>
    pairs.length === 0
      ? 1
      : pairs.filter(([a, b]) => Math.abs(a * gain + bias - b) > most).length / pairs.length
  greys.sort((a, b) => a - b)
  return {
    matrix,
    fit: around.count < spots.length / 6 ? 0 : around.correlation(NOISE),
    inside: within.correlation(NOISE),
    rim_off: offOf(beside.rim),
    ring_off: offOf(beside.ring),
    sharp: detail.spreadB() / Math.max(0.5, detail.spreadA() * Math.max(0.2, around.gainOfSpread())),
    scale: scaleAt(matrix, middle),
    median: greys[Math.floor(greys.length / 2)] ?? 0,
    glare: inPlace === 0 ? 0 : Math.max(0, white) / inPlace,
    outside: inPlace === 0 ? 1 : missing / inPlace,
  }
}

/** Sums over pairs of values. */
class Pairs {
  count = 0
  private a = 0
  private b = 0
  private aa = 0
  private bb = 0
  private ab = 0

  add(a: number, b: number): void {
    this.count++
    this.a += a
    this.b += b
    this.aa += a * a
    this.bb += b * b
    this.ab += a * b
  }

  /** With noise of some grey levels in each: plain surfaces correlate with nothing. */
  correlation(noise: number): number {
    if (this.count === 0) return 0
    const [va, vb] = [this.spreadA() ** 2 + noise * noise, this.spreadB() ** 2 + noise * noise]
    return this.covariance() / Math.sqrt(va * vb)
  }

  spreadA = () => Math.sqrt(Math.max(0, this.aa / this.count - (this.a / this.count) ** 2)) || 0
  spreadB = () => Math.sqrt(Math.max(0, this.bb / this.count - (this.b / this.count) ** 2)) || 0
  gainOfSpread = () => this.spreadB() / Math.max(1, this.spreadA())

  /** The line that leads from the first values to the second ones. */
  line(): { gain: number; bias: number } {
    const gain = this.covariance() / Math.max(1, this.spreadA() ** 2)
    return { gain, bias: (this.b - gain * this.a) / Math.max(1, this.count) }
  }

  private covariance = () => this.ab / this.count - (this.a / this.count) * (this.b / this.count)
}
