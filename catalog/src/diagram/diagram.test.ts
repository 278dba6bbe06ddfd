import { describe, expect, it } from 'vitest'
import { isPartType, PART_TYPES, PARTS, type PartType } from '../parts.ts'
import type { SeverityLevel } from '../severities.ts'
import { BODIES } from '../vehicle-types.ts'
import { diagram, type Mark } from './diagram.ts'
import { boundsOf, roundToTenth } from './shapes.ts'
import { drawnAs, VIEW_NAMES, views } from './views.ts'

/** Replay a failure with `TEST_SEED=<seed>`; the seed is in the name of the test. */
const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
const LEVELS: SeverityLevel[] = [0, 1, 2, 3]

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function pick<T>(random: (below: number) => number, values: readonly T[]): T {
  const value = values[random(values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

const idsOf = (svg: string) => [...svg.matchAll(/data-part="([^"]*)"/g)].map((match) => match[1] ?? '')
const leveled = (svg: string, level: number) =>
  [...svg.matchAll(/data-part="([^"]*)"[^>]*data-level="(\d)"/g)]
    .filter((match) => match[2] === String(level))
    .map((match) => match[1] ?? '')

function drawn(body: (typeof BODIES)[number], ...marks: [PartType, number, SeverityLevel][]) {
  return diagram({
    body,
    title: 'Diagram',
    marks: marks.map(([part_type, number, level]) => ({ part_type, number, level })),
  })
}

describe.each(BODIES)('%s', (body) => {
  it('names only parts there are, and as many left as right', () => {
    const ids = new Set(idsOf(drawn(body).svg))
    expect([...ids].filter((id) => !isPartType(id))).toEqual([])
    const parts = [...ids].filter(isPartType)
    const left = parts.filter((part) => PARTS[part].side === 'left').map((part) => PARTS[part].mirror)
    const right = parts.filter((part) => PARTS[part].side === 'right')
    expect(left.toSorted()).toEqual(right.toSorted())
    expect(parts.length).toBeGreaterThanOrEqual(body === 'hgv' ? 36 : 46)
  })

  it('stays on its views, but for mirrors', () => {
    const all = views(body)
    for (const name of VIEW_NAMES) {
      const { shapes, width, height } = all[name]
      for (const shape of shapes) {
        const slack = shape.part?.startsWith('mirror_') ? 20 : 0
        const { left, top, right, bottom } = boundsOf(shape)
        const where = `${name} ${shape.part ?? shape.look}`
        expect(roundToTenth(left), where).toBeGreaterThanOrEqual(-slack)
        expect(roundToTenth(top), where).toBeGreaterThanOrEqual(-slack)
        expect(roundToTenth(right), where).toBeLessThanOrEqual(roundToTenth(width) + slack)
        expect(roundToTenth(bottom), where).toBeLessThanOrEqual(roundToTenth(height) + slack)
      }
    }
  })

  it('a pin for every drawn part, and the others are named', () => {
    const marks = PART_TYPES.map((part_type, index): Mark => ({ part_type, number: index + 1, level: 2 }))
    const { pins, unplaced, svg } = diagram({ body, title: 'All', marks })
    expect(pins.length + unplaced.length).toBe(PART_TYPES.length)
    const ids = new Set(idsOf(svg))
    for (const part of unplaced) expect(drawnAs(part).some((id) => ids.has(id))).toBe(false)
    expect(unplaced).toEqual(expect.arrayContaining(['ignore', 'background', 'wiper', 'interior']))
  })

  it(`pins stand apart and on the sheet, seed ${SEED}`, () => {
    const random = randomOf(SEED)
    for (let round = 0; round < 12; round += 1) {
      const some = Array.from({ length: 1 + random(6) }, () => pick(random, PART_TYPES))
      const from = pick(random, [PART_TYPES, some])
      const marks = Array.from({ length: 1 + random(40) }, (_, index): Mark => {
        return { part_type: pick(random, from), number: index + 1, level: pick(random, LEVELS) }
      })
      const { pins, width, height } = diagram({ body, title: 'Random', marks })
      for (const [index, pin] of pins.entries()) {
        expect(Math.min(pin.x, pin.y, width - pin.x, height - pin.y)).toBeGreaterThanOrEqual(13)
        for (const other of pins.slice(0, index)) {
          expect(Math.hypot(pin.x - other.x, pin.y - other.y)).toBeGreaterThanOrEqual(26)
        }
      }
    }
  })

  it('is the same bytes for the same damages', () => {
    const marks: [PartType, number, SeverityLevel][] = [
      ['roof', 1, 3],
      ['wheel', 2, 1],
    ]
    expect(drawn(body, ...marks)).toEqual(drawn(body, ...marks))
  })
})

describe('diagram', () => {
  it('puts each pin on its part in the view that shows it best', () => {
    const { pins } = drawn(
      'suv',
      ['door_front_left', 1, 3],
      ['fender_back_right', 2, 1],
      ['bumper_front', 3, 2],
      ['trunk', 4, 1],
      ['hood', 5, 1],
      ['roof', 6, 1],
      ['rim_back_right', 7, 1],
    )
    expect(pins.map(({ number, view }) => [number, view])).toEqual([
      [1, 'left'],
      [2, 'right'],
      [3, 'front'],
      [4, 'rear'],
      [5, 'top'],
      [6, 'top'],
      [7, 'right'],
    ])
  })

  it('the same number on one part is one pin; two parts have one each', () => {
    expect(drawn('suv', ['hood', 1, 1], ['hood', 1, 3]).pins).toHaveLength(1)
    expect(drawn('suv', ['hood', 1, 1], ['roof', 1, 1]).pins.map((pin) => pin.number)).toEqual([1, 1])
  })

  it('a part with several damages shows the worst', () => {
    const { svg } = drawn('sedan', ['hood', 1, 3], ['hood', 2, 1])
    expect(leveled(svg, 3)).toEqual(['hood', 'hood', 'hood', 'hood'])
    expect(leveled(svg, 1)).toEqual([])
  })

  it('each level has a hatch of its own; no severity has none', () => {
    const hatchOf = (level: SeverityLevel) =>
      drawn('sedan', ['roof', 1, level]).svg.match(/url\(#[^)]*\)/)?.[0]
    const hatches = LEVELS.map(hatchOf)
    expect(hatches[0]).toBeUndefined()
    expect(new Set(hatches).size).toBe(4)
    const { svg } = drawn('sedan')
    for (const hatch of hatches.slice(1)) expect(svg).toContain(`id="${hatch?.slice(5, -1)}"`)
    expect(svg).not.toContain('url(')
  })

  it.each([
    ['wheel', ['wheel_back_left', 'wheel_back_right', 'wheel_front_left', 'wheel_front_right']],
    ['hubcap', ['hubcap_back_left', 'hubcap_back_right', 'hubcap_front_left', 'hubcap_front_right']],
    ['rocker_panel', ['rocker_panel_left', 'rocker_panel_right']],
    ['pillar', ['pillar']],
    ['rim_front_left', ['hubcap_front_left']],
  ] as const)('%s lights up everywhere it may be', (part, places) => {
    const lit = leveled(drawn('suv', [part, 1, 2]).svg, 2)
    expect([...new Set(lit)].toSorted()).toEqual(places)
    expect(lit.length).toBeGreaterThanOrEqual(places.length)
  })

  it('right is the mirror image of left', () => {
    const of = (part: PartType) => drawn('minivan', [part, 1, 1])
    const [left, right] = [of('door_back_left'), of('door_back_right')]
    const [a, b] = [left.pins[0], right.pins[0]]
    if (!a || !b) throw new Error('a pin is missing')
    expect(a.x + b.x).toBeCloseTo(left.width, -1)
  })

  it('text that goes in is only text, and always XML', () => {
    const title = '</title><script>alert("1")</script>&\u0000\ud800\'é😀'
    const { svg } = diagram({ body: 'van', marks: [], title })
    expect(svg).toContain(
      '<title>&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;\ufffd&#39;é😀</title>',
    )
    expect(svg).not.toContain('<script')
  })

  it('stands alone', () => {
    const { svg } = drawn('pickup', ['hood', 1, 3])
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<style|<script|<image|href/)
    expect(svg.match(/font-family="([^"]*)"/g)).toEqual(['font-family="Inter"'])
  })
})
