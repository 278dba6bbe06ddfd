import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { countBlocks } from '../../../../test/counted-work.ts'
import { scratchOf, seenOn } from '../../../../test/found-damages.ts'
import type { Box, DamageDetectionResult, FoundDamage, FoundPart } from '../../../core/contracts/findings.ts'
import { SIGHT_IDS, sightOf } from '../../sights.ts'
import { fuseDamages } from './fuse-damages.ts'
import type { FusedImage } from './sightings.ts'

const sightWith = (label: string) => ({
  sight_id: SIGHT_IDS.find((id) => sightOf(id)?.label === label) ?? 'none',
})
const LEFT = sightWith('lateral-full-left')
const FRONT_LEFT = sightWith('beauty-shot-left')
const RIGHT = sightWith('lateral-full-right')
/** A part as a picture shows it, and damages at shares of it. */
const PART = { xmin: 400, ymin: 300, width: 500, height: 400 }
function parted(part_type: FoundPart['part_type'], box: Partial<Box> = {}): Partial<DamageDetectionResult> {
  return { parts: [{ part_type, confidence: 0.9, bounding_box: { ...PART, ...box }, polygons: [] }] }
}
function damageAt(across: number, down: number, changes: Partial<FoundDamage> = {}): FoundDamage {
  const xmin = PART.xmin + across * PART.width - 10
  const ymin = PART.ymin + down * PART.height - 10
  return scratchOf({ ...changes, bounding_box: { xmin, ymin, width: 20, height: 20 } })
}
const viewsOf = (fused: ReturnType<typeof fuseDamages>) =>
  fused.map(({ views }) => views.map(({ image_id }) => image_id))
const byModel = { threshold: null }

describe('fuseDamages', () => {
  it('makes one damage of what two overlapping pictures show on one part', () => {
    const fused = fuseDamages(
      [
        seenOn('a', [scratchOf({ confidence: 0.6 })], LEFT),
        seenOn('b', [scratchOf({ confidence: 0.7 })], FRONT_LEFT),
      ],
      byModel,
    )
    expect(viewsOf(fused)).toEqual([['b', 'a']])
    // As sure as the surest view, not surer.
    expect(fused[0]).toMatchObject({ confidence: 0.7, part_type: 'door_front_left' })
    expect(fused[0]?.views.map(({ confidence }) => confidence)).toEqual([0.7, 0.6])
    expect(fused[0]?.views[0]).toHaveProperty('polygons')
  })

  it.each([
    ['another type', scratchOf({ damage_type: 'dent' }), FRONT_LEFT],
    ['another part', scratchOf({ part_type: 'door_back_left' }), FRONT_LEFT],
    ['a part that is not known', scratchOf({ part_type: 'ignore', part_source: 'none' }), FRONT_LEFT],
    ['a picture from the other side', scratchOf(), RIGHT],
  ])('keeps %s apart', (_, other, image) => {
    expect(
      viewsOf(fuseDamages([seenOn('a', [scratchOf()], LEFT), seenOn('b', [other], image)], byModel)),
    ).toHaveLength(2)
  })

  it('keeps two damages of one picture apart, and pairs each with its own of the next', () => {
    const twice = [scratchOf({ confidence: 0.9 }), scratchOf({ confidence: 0.5 })]
    const fused = fuseDamages([seenOn('a', twice, LEFT), seenOn('b', twice, FRONT_LEFT)], byModel)
    expect(viewsOf(fused)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('keeps apart what is not of one size', () => {
    const small = scratchOf({ size_cm: 5, size_cm_low: 4, size_cm_high: 6 })
    const large = scratchOf({ size_cm: 10, size_cm_low: 7, size_cm_high: 13 })
    const middle = scratchOf({ size_cm: 6.5, size_cm_low: 5.5, size_cm_high: 7.5 })
    expect(
      viewsOf(fuseDamages([seenOn('a', [small], LEFT), seenOn('b', [large], LEFT)], byModel)),
    ).toHaveLength(2)
    expect(
      viewsOf(fuseDamages([seenOn('a', [small], LEFT), seenOn('b', [middle], LEFT)], byModel)),
    ).toHaveLength(1)
  })

  it.each([
    ['farther back', 2, damageAt(0.55, 0.5), FRONT_LEFT, parted('door_front_left')],
    ['a little farther back', 1, damageAt(0.45, 0.5), FRONT_LEFT, parted('door_front_left')],
    ['lower', 2, damageAt(0.2, 0.85), FRONT_LEFT, parted('door_front_left')],
    ['on a door of which nothing more is known', 1, damageAt(0.2, 0.85), FRONT_LEFT, {}],
    ['on a door that is cut off', 1, damageAt(0.2, 0.85), FRONT_LEFT, parted('door_front_left', { ymin: 5 })],
    ['seen from nowhere in particular', 2, damageAt(0.2, 0.85), {}, parted('door_front_left')],
  ])('of two damages on a door, the other %s, it makes %i', (_, count, other, image, result) => {
    const first = seenOn('a', [damageAt(0.2, 0.5)], LEFT, parted('door_front_left'))
    const second = seenOn('b', [other], image, result)
    expect(fuseDamages([first, second], byModel)).toHaveLength(count)
    expect(fuseDamages([second, first], byModel)).toHaveLength(count)
  })

  it('compares places on a hood only from about one direction, for it turns with the camera', () => {
    const onHood = (id: string, across: number, image: Partial<FusedImage>) =>
      seenOn(id, [damageAt(across, 0.5, { part_type: 'hood' })], image, parted('hood'))
    const first = onHood('a', 0.2, FRONT_LEFT)
    expect(fuseDamages([first, onHood('b', 0.8, FRONT_LEFT)], byModel)).toHaveLength(2)
    expect(fuseDamages([first, onHood('b', 0.8, { additional_data: { alpha: 0 } })], byModel)).toHaveLength(1)
  })

  it('gives each damage its nearest view, not the first that may be one', () => {
    const twice = (front: number, back: number) => [
      damageAt(0.3, 0.5, { confidence: front }),
      damageAt(0.5, 0.5, { confidence: back }),
    ]
    const fused = fuseDamages(
      [
        seenOn('a', twice(0.9, 0.6), LEFT, parted('door_front_left')),
        seenOn('b', twice(0.5, 0.8), FRONT_LEFT, parted('door_front_left')),
      ],
      byModel,
    )
    expect(fused.map(({ views }) => views.map(({ confidence }) => confidence))).toEqual([
      [0.9, 0.5],
      [0.8, 0.6],
    ])
  })

  it('takes the size that is known best, then the one by the better scale', () => {
    const bySight = { size_cm: 9, size_cm_low: 7.7, size_cm_high: 10.3, scale_source: 'sight' as const }
    const byType = { size_cm: 10, size_cm_low: 7, size_cm_high: 13, scale_source: 'vehicle_type' as const }
    const byParts = { ...byType, scale_source: 'part' as const }
    const byPart = { ...byParts, size_cm_low: 5, size_cm_high: 15 }
    const sizeOf = (...sizes: Partial<FoundDamage>[]) => {
      const pictures = sizes.map((size, at) =>
        seenOn(`${at}`, [scratchOf({ ...size, confidence: 0.9 - at / 10 })], LEFT),
      )
      const fused = fuseDamages(pictures, byModel)
      expect(fused).toHaveLength(1)
      return fused[0]
    }
    expect(sizeOf({}, byPart, bySight, byType)).toMatchObject({ ...bySight, confidence: 0.9 })
    expect(sizeOf(byPart, byType)).toMatchObject(byType)
    expect(sizeOf(byType, byParts)).toMatchObject(byParts)
    // To the rounding of sizes both are known equally well: the surer finding says it.
    expect(sizeOf({ ...bySight, size_cm: 8.8 }, bySight)).toMatchObject({ size_cm: 8.8 })
  })

  it('joins a close-up of a part with a picture from a known side, but not two close-ups', () => {
    const close = { detailed_viewpoint: { centers_on: ['door_front_left'] } }
    const pictures = [seenOn('a', [scratchOf({ confidence: 0.9 })], LEFT), seenOn('b', [scratchOf()], close)]
    expect(viewsOf(fuseDamages(pictures, byModel))).toEqual([['a', 'b']])
    const third = seenOn('c', [scratchOf({ confidence: 0.5 })], close)
    expect(viewsOf(fuseDamages([...pictures, third], byModel))).toEqual([['a', 'b'], ['c']])
  })

  it('joins the two shots of a pair, and takes the part the one of them knows', () => {
    const pair = { image_sibling_key: 'closeup-sibling-key-1' }
    const unknown = scratchOf({
      part_type: 'ignore',
      part_confidence: 0,
      part_source: 'none',
      confidence: 0.9,
    })
    const fused = fuseDamages([seenOn('a', [unknown], pair), seenOn('b', [scratchOf()], pair)], byModel)
    expect(viewsOf(fused)).toEqual([['a', 'b']])
    expect(fused[0]).toMatchObject({
      part_type: 'door_front_left',
      part_source: 'sight',
      part_confidence: 0.8,
    })
    const other = { image_sibling_key: 'closeup-sibling-key-2' }
    expect(fuseDamages([seenOn('a', [unknown], pair), seenOn('b', [unknown], other)], byModel)).toHaveLength(
      2,
    )
  })

  it.each([
    { threshold: null, found: ['body_crack', 'dent'] },
    // The default, which clients send without asking for anything.
    { threshold: 0.3, found: ['body_crack', 'dent'] },
    { threshold: 0.31, found: ['body_crack'] },
    { threshold: 0.7, found: ['body_crack'] },
    { threshold: 0.71, found: [] },
    { threshold: 0.29, found: ['scratch', 'body_crack', 'dent'] },
    { threshold: 0.15, found: ['scratch', 'body_crack', 'dent'] },
    { threshold: 0, found: ['scratch', 'body_crack', 'dent'] },
  ])('with the threshold $threshold it counts $found', ({ threshold, found }) => {
    const pictures = [
      seenOn('a', [scratchOf({ confidence: 0.8, is_shown: false })], LEFT),
      seenOn('b', [scratchOf({ confidence: 0.2, damage_type: 'dent' })], LEFT),
      seenOn('c', [scratchOf({ confidence: 0.7, damage_type: 'body_crack' })], LEFT),
    ]
    expect(fuseDamages(pictures, { threshold }).map(({ damage_type }) => damage_type)).toEqual(found)
  })

  it('takes the surest of very many findings, with work in proportion to those', async () => {
    const pictures = Array.from({ length: 500 }, (_, at) =>
      seenOn(
        `image-${String(at).padStart(3, '0')}`,
        Array.from({ length: 50 }, (_, n) =>
          scratchOf({ damage_type: 'dent', confidence: 0.99 - at / 1000 - n / 100_000 }),
        ),
        RIGHT,
      ),
    )
    const module = new URL('./fuse-damages.ts', import.meta.url)
    const { blocks, answer } = await countBlocks(module, 'fuseDamages', pictures, byModel)
    // 28 million. All pairs of all findings would be 312 million.
    expect(blocks).toBeLessThan(40_000_000)
    const fused = answer as ReturnType<typeof fuseDamages>
    // 2,000 of 25,000: the 50 of each of the 40 surest pictures, of which a damage keeps ten.
    expect(fused).toHaveLength(50)
    expect(fused.every(({ views }) => views.length === 10)).toBe(true)
    expect(fused[0]?.views.at(-1)?.image_id).toBe('image-009')
  })

  it('gives the same answer in whatever order the pictures come', () => {
    const random = seededRandom('fuseDamages')
    const parts = ['ignore', 'door_front_left', 'hood'] as const
    const pictures = Array.from({ length: 12 }, (_, at) =>
      seenOn(
        `image-${at}`,
        Array.from({ length: random.below(6) }, () =>
          scratchOf({
            damage_type: random.pick(['scratch', 'dent']),
            part_type: random.pick(parts),
            // Few values, so that many are equal.
            confidence: random.pick([0.2, 0.5, 0.8]),
            bounding_box: { xmin: random.pick([410, 450, 800]), ymin: 350, width: 40, height: 40 },
          }),
        ),
        random.pick([LEFT, FRONT_LEFT, RIGHT, {}]),
        random.pick([{}, parted('door_front_left'), parted('hood')]),
      ),
    )
    const fused = fuseDamages(pictures, byModel)
    expect(fused.length).toBeGreaterThan(0)
    expect(JSON.stringify(fuseDamages(pictures.toReversed(), byModel))).toBe(JSON.stringify(fused))
    const images = fused.map(({ views }) => views.map(({ image_id }) => image_id))
    for (const each of images) expect(new Set(each).size).toBe(each.length)
  })
})
