import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../../../../../testing/random.ts'
import type { Point } from '../../../core/contracts/findings.ts'
import { type Component, findComponents } from '../../damage/find-components.ts'
import { simplifyRing } from './simplify-ring.ts'
import { ringArea, tracePolygon } from './trace-polygons.ts'

const SIDE = 64
const IMAGE = { width: 1280, height: 960 }
const CELL_AREA = (IMAGE.width / SIDE) * (IMAGE.height / SIDE)

function gridOf(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => value(at % SIDE, Math.floor(at / SIDE)))
}

/** A few soft discs, some of them over the edge of the picture. */
function discs(random: Random): Float32Array {
  const count = 1 + random.below(5)
  const each = Array.from({ length: count }, () => ({
    x: random.next() * SIDE,
    y: random.next() * SIDE,
    radius: 3 + random.next() * 14,
  }))
  return gridOf((x, y) => {
    const outside = Math.min(...each.map((disc) => Math.hypot(x - disc.x, y - disc.y) - disc.radius))
    return 1 / (1 + Math.exp(outside * 2))
  })
}

function holesOf({ cells }: Component): number {
  const taken = Uint8Array.from({ length: SIDE * SIDE }, () => 0)
  for (const cell of cells) taken[cell] = 1
  const open: number[] = []
  const visit = (x: number, y: number) => {
    if (x < -1 || y < -1 || x > SIDE || y > SIDE) return
    const key = (y + 1) * (SIDE + 2) + x + 1
    const inside = x >= 0 && y >= 0 && x < SIDE && y < SIDE
    if (seen.has(key) || (inside && taken[y * SIDE + x] === 1)) return
    seen.add(key)
    open.push(key)
  }
  const seen = new Set<number>()
  visit(-1, -1)
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const x = (key % (SIDE + 2)) - 1
    const y = Math.floor(key / (SIDE + 2)) - 1
    visit(x + 1, y)
    visit(x - 1, y)
    visit(x, y + 1)
    visit(x, y - 1)
  }
  return (SIDE + 2) ** 2 - seen.size - cells.length
}

const trace = (grid: Float32Array, component: Component) =>
  tracePolygon({ cells: component.cells, grid, side: SIDE, mask_threshold: 0.5 }, IMAGE)

describe('findComponents', () => {
  it('joins cells that touch by a corner and parts those that do not', () => {
    const grid = gridOf((x, y) =>
      (x === 3 && y === 3) || (x === 4 && y === 4) || (x === 6 && y === 4) ? 0.8 : 0,
    )
    const found = findComponents(grid, SIDE, 0.5)
    expect(found.map(({ cells }) => [...cells])).toEqual([[3 * SIDE + 3, 4 * SIDE + 4], [4 * SIDE + 6]])
    expect(found[0]?.mean).toBeCloseTo(0.8)
  })

  it('does not join the end of a row with the start of the next', () => {
    const grid = gridOf((x, y) => ((x === SIDE - 1 && y === 3) || (x === 0 && y === 4) ? 1 : 0))
    expect(findComponents(grid, SIDE, 0.5)).toHaveLength(2)
  })
})

describe('tracePolygon', () => {
  it('puts the outline where the probability crosses the threshold', () => {
    // 1 up to column 9, 0.2 from column 10 on: 0.5 is reached 0.625 of the way from one centre to the next.
    const grid = gridOf((x, y) => (y < 20 || y > 39 ? 0 : x < 10 ? 1 : 0.2))
    const [component] = findComponents(grid, SIDE, 0.5)
    const polygon = component ? trace(grid, component) : []
    const right = Math.max(...polygon.map(([x]) => x))
    expect(right).toBeCloseTo(((9.5 + 0.625) / SIDE) * IMAGE.width, 1)
  })

  it('encloses the area of its cells, holes filled, within the picture, and the same every time', () => {
    const random = seededRandom('tracePolygon')
    const sums = { off: 0, cells: 0 }
    for (let round = 0; round < 60; round++) {
      const grid = discs(random)
      for (const component of findComponents(grid, SIDE, 0.5)) {
        const polygon = trace(grid, component)
        const cells = component.cells.length + holesOf(component)
        const off = Math.abs(Math.abs(ringArea(polygon)) / CELL_AREA - cells)
        // The outline is placed within a cell, so it may be off by a share of each cell along it.
        expect(off).toBeLessThan(0.5 + 0.3 * Math.sqrt(4 * Math.PI * cells))
        sums.off += off
        sums.cells += cells
        expect(polygon.length).toBeGreaterThanOrEqual(3)
        expect(polygon.length).toBeLessThanOrEqual(200)
        for (const [x, y] of polygon) {
          expect(x).toBe(Math.round(x * 10) / 10)
          expect(x >= 0 && x <= IMAGE.width && y >= 0 && y <= IMAGE.height).toBe(true)
        }
        expect(polygon.at(0)).not.toEqual(polygon.at(-1))
        expect(trace(grid, component)).toEqual(polygon)
      }
    }
    expect(sums.off / sums.cells).toBeLessThan(0.02)
  })

  it('traces noise, however ragged, with at most 200 points', () => {
    const random = seededRandom('tracePolygon noise')
    const grid = gridOf(() => random.next())
    const components = findComponents(grid, SIDE, 0.5)
    const largest = components.reduce((best, each) => (each.cells.length > best.cells.length ? each : best))
    const polygon = trace(grid, largest)
    expect(largest.cells.length).toBeGreaterThan(1000)
    expect(polygon.length).toBeGreaterThan(20)
    expect(polygon.length).toBeLessThanOrEqual(200)
  })

  it.each(['falling', 'rising'])('goes around two squares that touch by a corner, %s', (diagonal) => {
    const grid = gridOf((x, y) => {
      const column = diagonal === 'falling' ? x : SIDE - 1 - x
      const isIn = (from: number) => column >= from && column < from + 6 && y >= from && y < from + 6
      return isIn(10) || isIn(16) ? 1 : 0
    })
    const components = findComponents(grid, SIDE, 0.5)
    expect(components).toHaveLength(1)
    const polygon = components[0] ? trace(grid, components[0]) : []
    expect(Math.abs(ringArea(polygon)) / CELL_AREA).toBeCloseTo(72, -1)
  })

  it('gives a single faint cell an area', () => {
    const grid = gridOf((x, y) => (x === 5 && y === 5 ? 0.5 : 0))
    const [component] = findComponents(grid, SIDE, 0.5)
    const polygon = component ? trace(grid, component) : []
    expect(polygon).toEqual([
      [100, 75],
      [120, 75],
      [120, 90],
      [100, 90],
    ])
  })
})

describe('simplifyRing', () => {
  it('keeps the corners of a square and drops what lies between', () => {
    const ring: Point[] = []
    for (let at = 0; at < 10; at++) ring.push([at, 0])
    for (let at = 0; at < 10; at++) ring.push([10, at])
    for (let at = 0; at < 10; at++) ring.push([10 - at, 10])
    for (let at = 0; at < 10; at++) ring.push([0, 10 - at])
    expect(simplifyRing(ring, 0.1, 200)).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ])
  })

  it('keeps an area when the whole ring is within the tolerance', () => {
    const kept = simplifyRing(
      [
        [0, 0],
        [5, 0.1],
        [10, 0],
        [5, -0.1],
      ],
      1,
      200,
    )
    expect(kept).toHaveLength(3)
    expect(ringArea(kept)).not.toBe(0)
  })
})
