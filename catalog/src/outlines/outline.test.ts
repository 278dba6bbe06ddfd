import { describe, expect, it } from 'vitest'
import { CAPTURE_STEPS, stepsOfWalk, WALKS } from '../capture-steps.ts'
import { VEHICLE_TYPES } from '../vehicle-types.ts'
import { LINE_KINDS } from './features.ts'
import { lengthOf, type Point } from './geometry.ts'
import { drawOutlines, mirrorLines, modelOf, OUTLINE_AZIMUTHS, outlineFileName } from './outline.ts'
import { FRAME, type TracedLine, traceLines } from './trace.ts'

/** The points of every piece of a path, its control points too. */
function piecesOf(path: string): Point[][] {
  const pieces: Point[][] = []
  for (const [, letter, numbers = ''] of path.matchAll(/([Mlq])([^Mlq]*)/g)) {
    if (letter === 'M') pieces.push([])
    const piece = pieces.at(-1) ?? []
    const [x0, y0] = piece.at(-1) ?? [0, 0]
    const steps = [...numbers.matchAll(/-?\d+/g)].map(Number)
    for (let n = 0; n < steps.length; n += 2) piece.push([x0 + (steps[n] ?? 0), y0 + (steps[n + 1] ?? 0)])
  }
  return pieces
}

const pathsOf = (svg: string) =>
  [...svg.matchAll(/<path class="([a-z]+)" d="([^"]+)"\/>/g)].map(([, kind = '', path = '']) => ({
    kind,
    pieces: piecesOf(path),
  }))

const silhouetteOf = (lines: readonly TracedLine[]) =>
  lines.filter(({ kind }) => kind === 'body').flatMap(({ line }) => line)

/** How far a line is from the other at most, at every fifth of its points. */
const farthest = (line: readonly Point[], other: readonly Point[]) =>
  line
    .filter((_, index) => index % 5 === 0)
    .map(([x, y]) =>
      other.reduce<number>((least, [u, v]) => Math.min(least, lengthOf(x - u, y - v)), FRAME.width),
    )
    .reduce((most, distance) => Math.max(most, distance), 0)

it('has a place for every step of the walks that shows the whole vehicle', () => {
  const azimuths = WALKS.flatMap(stepsOfWalk).map((step) => CAPTURE_STEPS[step]?.azimuth)
  expect(azimuths.filter((azimuth) => azimuth == null || !OUTLINE_AZIMUTHS.includes(azimuth))).toEqual([])
  expect(outlineFileName('large-suv', 22.5)).toBe('large-suv-23.svg')
})

describe.each(VEHICLE_TYPES)('%s', (type) => {
  const [svg = ''] = drawOutlines(type, [60]).values()
  const paths = pathsOf(svg)

  it('is small and has a line of every kind', () => {
    expect(svg.length).toBeLessThan(8000)
    expect(svg).toContain(`viewBox="0 0 ${FRAME.width} ${FRAME.height}"`)
    expect(paths.map(({ kind }) => kind)).toEqual([...LINE_KINDS])
  })

  it('has one closed silhouette in the middle of the frame, and every line inside of the frame', () => {
    const body = paths[0]?.pieces ?? []
    for (const piece of body) expect(piece.at(-1)).toEqual(piece[0])
    const points = body.flat()
    const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
    expect(Math.abs(left + right - FRAME.width)).toBeLessThan(4)
    expect(right - left).toBeGreaterThan(FRAME.width / 2)
    const outside = paths
      .flatMap(({ pieces }) => pieces.flat())
      .filter(([x, y]) => x < left - 4 || x > right + 4 || y < 0 || y > FRAME.height)
    expect(outside).toEqual([])
  })
})

it('is the same from the left and from the right, mirrored', () => {
  const model = modelOf('pickup')
  const left = silhouetteOf(mirrorLines(traceLines(model, 60)))
  const right = silhouetteOf(traceLines(model, 300))
  expect(farthest(left, right)).toBeLessThan(4)
  const front = traceLines(model, 0)
  expect(farthest(silhouetteOf(front), silhouetteOf(mirrorLines(front)))).toBeLessThan(4)
})
