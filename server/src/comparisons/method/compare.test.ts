import { describe, expect, it } from 'vitest'
import type { DamageType } from '../../contracts/damage-types.ts'
import type { Point } from '../../contracts/findings.ts'
import { compare } from './compare.ts'
import { boxOf } from './geometry.ts'
import type { ComparedDamage, ComparedPicture, DamageGrid, Side } from './types.ts'

const [WIDTH, HEIGHT, SIDE] = [320, 240, 112]

/** A vehicle as rectangles of grey on a plain ground, the same for every test. */
const SHAPES = drawShapes()
function drawShapes() {
  let state = 5
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  return Array.from({ length: 90 }, () => ({
    x: next() * WIDTH,
    y: next() * HEIGHT,
    width: 6 + next() * 30,
    height: 6 + next() * 30,
    grey: 60 + next() * 140,
  })).filter(({ x, y, width, height }) => x + width < 120 || x > 210 || y + height < 85 || y > 160)
}

/** Half a pixel to each cell. */
const SCENE = new Uint8Array(WIDTH * 2 * HEIGHT * 2).fill(110)
for (const { x, y, width, height, grey } of SHAPES)
  for (let v = Math.floor(y * 2); v < Math.min(HEIGHT * 2, (y + height) * 2); v++)
    SCENE.fill(
      grey,
      v * WIDTH * 2 + Math.floor(x * 2),
      v * WIDTH * 2 + Math.min(WIDTH * 2, Math.floor((x + width) * 2)),
    )

const greyAt = (x: number, y: number) =>
  x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT
    ? 110
    : (SCENE[Math.floor(y * 2) * WIDTH * 2 + Math.floor(x * 2)] ?? 0)

type Look = (grey: number, x: number, y: number) => number
/** The scene as a camera sees it that stands a little aside: larger, and shifted. */
const [GROWN, RIGHT, DOWN] = [1.06, 5, -4]
const seen = ([x, y]: Point): Point => [x * GROWN + RIGHT, y * GROWN + DOWN]

function raster(isAside: boolean, look: Look) {
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  for (let at = 0; at < pixels.length; at++) {
    const [u, v] = [at % WIDTH, Math.floor(at / WIDTH)]
    const [x, y] = isAside ? [(u - RIGHT) / GROWN, (v - DOWN) / GROWN] : [u, v]
    pixels[at] = Math.max(0, Math.min(255, look(greyAt(x, y), x, y)))
  }
  return { pixels, width: WIDTH, height: HEIGHT }
}

const PANEL: Point[] = [
  [60, 50],
  [260, 50],
  [260, 200],
  [60, 200],
]
const DAMAGE: Point[] = [
  [140, 105],
  [186, 108],
  [184, 138],
  [142, 136],
]
const inDamage = (x: number, y: number) => x > 140 && x < 186 && y > 105 && y < 138
const plain: Look = (grey) => grey
const damaged: Look = (grey, x, y) => (inDamage(x, y) && (x + 2 * y) % 14 < 7 ? grey - 70 : grey)

function picture(
  image_id: string,
  isAside: boolean,
  look: Look,
  more: Partial<ComparedPicture> = {},
): ComparedPicture {
  const polygon = isAside ? PANEL.map(seen) : PANEL
  return {
    image_id,
    width: WIDTH,
    height: HEIGHT,
    viewpoint: 'left',
    is_close_up: false,
    sibling_of: null,
    parts: [
      { part_type: 'door_front_left', polygons: [polygon], bounding_box: boxOf([polygon]), confidence: 0.9 },
    ],
    mm_per_pixel: 4,
    mm_error_share: 0.3,
    quality: null,
    captured_at: null,
    captured_at_source: 'upload',
    sha256: image_id,
    perceptual_hash: null,
    software: null,
    raster: raster(isAside, look),
    ...more,
  }
}

function damage(
  damage_id: string,
  image_id: string,
  polygon: Point[],
  more: Partial<ComparedDamage> = {},
): ComparedDamage {
  const sighting = {
    image_id,
    polygons: [polygon],
    bounding_box: boxOf([polygon]),
    score: 0.7,
    length_mm: 180,
    length_error_mm: 50,
  }
  return {
    damage_id,
    damage_type: 'dent',
    part_type: 'door_front_left',
    is_added_by_person: false,
    sightings: [sighting],
    ...more,
  }
}

const side = (pictures: ComparedPicture[], damages: ComparedDamage[] = []): Side => ({
  inspection_id: 'any',
  created_at: '2026-01-01T00:00:00Z',
  vin: null,
  plate: null,
  pictures,
  damages,
})

/** A network that answers the same everywhere, and keeps which pictures it was asked about. */
function networkOf(probability = 0, gridSide = SIDE) {
  const searched: string[] = []
  const search = async (ids: string[]) => {
    searched.push(...ids)
    const classes: DamageGrid['classes'] = [{ name: 'dent', damage_type: 'dent' }]
    const masks = new Float32Array(gridSide * gridSide).fill(probability)
    const grid = { side: gridSide, classes, masks, present: Float32Array.of(0) }
    return new Map(ids.map((image_id) => [image_id, { image_id, ...grid }]))
  }
  return { search, searched }
}

const ASIDE = DAMAGE.map(seen)
const returned = () => side([picture('now', false, damaged)], [damage('d1', 'now', DAMAGE)])
const compareSides = (before: Side, now: Side, { search } = networkOf()) => compare(before, now, SIDE, search)
async function verdictsOf(before: Side, now: Side, network = networkOf()) {
  const { places } = await compareSides(before, now, network)
  return places.map((place) => [place.proposed_verdict, ...place.reasons.map(({ reason }) => reason)])
}

describe('compare', () => {
  it('calls a damage new where the place was seen well and nothing was there', async () => {
    const before = side([picture('before', true, plain)])
    const { places } = await compareSides(before, returned())
    const [place] = places
    expect(place?.reasons.map(({ reason }) => reason)).toEqual([
      'absent_and_visible',
      'searched_again',
      'would_have_shown',
    ])
    expect(place?.proposed_verdict).toBe('new')
    // The same outline on the earlier picture, where the camera stood aside.
    const [x, y] = place?.earlier?.polygons[0]?.[0] ?? [0, 0]
    expect(Math.hypot(x - (ASIDE[0]?.[0] ?? 0), y - (ASIDE[0]?.[1] ?? 0))).toBeLessThan(2)
    expect(place?.earlier).toMatchObject({ damage_id: null, image_id: 'before' })
  })

  it('calls it unchanged where the same damage was there, in other light', async () => {
    const dim: Look = (grey, x, y) => damaged(grey, x, y) * 0.7 + 20
    const before = side([picture('before', true, dim)], [damage('d0', 'before', ASIDE)])
    expect(await verdictsOf(before, returned())).toEqual([['unchanged', 'found_same_place', 'within_error']])
  })

  it('calls it worsened where it grew', async () => {
    const small = DAMAGE.map(([x, y]): Point => [163 + (x - 163) * 0.5, 121 + (y - 121) * 0.5])
    const before = side([picture('before', true, plain)], [damage('d0', 'before', small.map(seen))])
    expect(await verdictsOf(before, returned())).toEqual([['worsened', 'found_same_place', 'grown']])
  })

  it('is uncertain where the network saw something faint before', async () => {
    const before = side([picture('before', true, plain)])
    expect(await verdictsOf(before, returned(), networkOf(0.3))).toEqual([['uncertain', 'low_score_before']])
  })

  it('is uncertain where the place looks the same on both, whatever the network says', async () => {
    const before = side([picture('before', true, damaged)])
    expect(await verdictsOf(before, returned())).toEqual([['uncertain', 'weak_match']])
  })

  it('calls an earlier damage repaired where its place is seen and nothing is there', async () => {
    const before = side([picture('before', true, damaged)], [damage('d0', 'before', ASIDE)])
    const now = side([picture('now', false, plain)])
    expect(await verdictsOf(before, now)).toEqual([
      ['repaired', 'gone_and_visible', 'searched_again', 'would_have_shown'],
    ])
  })

  it.each<[string, Look]>([
    [
      'occluded',
      (grey, x, y) => (x > 120 && x < 206 && y > 85 && y < 158 ? 30 + ((x * 7 + y * 3) % 40) : grey),
    ],
    ['dark', (grey, x, y) => (inDamage(x, y) ? 5 : grey)],
    ['glare', (grey, x, y) => (inDamage(x, y) ? 255 : grey)],
  ])('does not compare what is %s', async (reason, look) => {
    const before = side([picture('before', true, look)])
    const [verdict, ...reasons] = (await verdictsOf(before, returned()))[0] ?? []
    expect(verdict).toBe('not_comparable')
    expect(reasons).toContain(reason)
  })

  it('never calls new what is on a part that no earlier picture shows', async () => {
    const before = side([picture('before', true, plain, { parts: [] })])
    expect(await verdictsOf(before, returned())).toEqual([['not_comparable', 'not_in_pictures']])
    expect(await verdictsOf(side([]), returned())).toEqual([['not_comparable', 'not_in_pictures']])
  })

  it('does not compare pictures that cannot be laid over each other', async () => {
    const before = side([picture('before', true, (_, x, y) => 100 + ((x * x + y * 31) % 17))])
    expect(await verdictsOf(before, returned())).toEqual([['not_comparable', 'not_aligned']])
  })

  it('places a damage without a part by the whole pictures', async () => {
    const now = side(
      [picture('now', false, damaged, { parts: [] })],
      [damage('d1', 'now', DAMAGE, { part_type: null })],
    )
    const before = side([picture('before', true, plain, { parts: [] })])
    expect((await verdictsOf(before, now))[0]?.[0]).toBe('new')
    const other = side([picture('before', true, (_, x, y) => 100 + ((x * x + y * 31) % 17), { parts: [] })])
    expect(await verdictsOf(other, now)).toEqual([['not_comparable', 'part_unknown']])
  })

  it('does not take the silence of the network for proof where only a person saw the damage', async () => {
    const person = damage('d1', 'now', DAMAGE, {
      is_added_by_person: true,
      damage_type: 'dent' satisfies DamageType,
    })
    const now = side([picture('now', false, damaged)], [person])
    expect((await verdictsOf(side([picture('before', true, plain)]), now))[0]?.[0]).toBe('uncertain')
  })

  it('answers the same, byte for byte', async () => {
    const before = () => side([picture('before', true, damaged)], [damage('d0', 'before', ASIDE)])
    const answer = async () => JSON.stringify(await compareSides(before(), returned()))
    expect(await answer()).toBe(await answer())
  })

  it('asks the network about no more pictures than it must', async () => {
    const searched = async (earlier: Side, later: Side) => {
      const network = networkOf()
      await compareSides(earlier, later, network)
      return network.searched
    }
    const clean = side([picture('before', true, plain), picture('roof', true, plain, { parts: [] })])
    // The place looks different: how sure the network is now counts, too.
    expect(await searched(clean, returned())).toEqual(['before', 'now'])
    const known = side([picture('before', true, damaged)], [damage('d0', 'before', ASIDE)])
    expect(await searched(known, returned())).toEqual([])
    const dark = side([picture('before', true, (grey, x, y) => (inDamage(x, y) ? 5 : grey))])
    expect(await searched(dark, returned())).toEqual([])
  })

  it('does not call new what a coarse network could not have seen, also if its manifest does not say so', async () => {
    const before = side([picture('before', true, plain)])
    for (const gridSide of [12, null]) {
      const { places } = await compare(before, returned(), gridSide, networkOf(0, 12).search)
      expect(places.map((place) => place.proposed_verdict)).not.toContain('new')
    }
  })

  it('names the panels that one side does not show', async () => {
    const before = side([picture('before', true, plain, { parts: [] })])
    expect((await compareSides(before, returned())).panels).toEqual({
      compared: [],
      not_seen_before: ['door_front_left'],
      not_seen_now: [],
    })
  })
})
