import { describe, expect, it } from 'vitest'
import { scratchOf, seenOn } from '../../../../test/found-damages.ts'
import type { DamageDetectionResult, FoundDamage } from '../../../core/contracts/findings.ts'
import { fuseDamages } from './fuse-damages.ts'

/** A picture taken from `alpha` degrees. */
const seen = (id: string, damages: FoundDamage[], alpha = 90, result: Partial<DamageDetectionResult> = {}) =>
  seenOn(id, damages, { additional_data: { alpha } }, result)

const fuse = (...pictures: ReturnType<typeof seen>[]) => fuseDamages(pictures, { threshold: null })

describe('scattered scratches', () => {
  const row = (count: number, apart: number, changes: Partial<FoundDamage> = {}) =>
    Array.from({ length: count }, (_, at) =>
      scratchOf({
        confidence: 0.5 + at / 100,
        bounding_box: { xmin: 100 + at * (50 + apart), ymin: 100, width: 50, height: 20 },
        ...changes,
      }),
    )

  it('makes one damage of four scratches close together', () => {
    const fused = fuse(seen('a', row(4, 80)))
    expect(fused).toHaveLength(1)
    expect(fused[0]).toMatchObject({ damage_type: 'scattered_scratches', confidence: 0.53, size_cm: null })
    expect(fused[0]?.views[0]?.polygons).toHaveLength(4)
    expect(fused[0]?.views[0]?.bounding_box).toEqual({ xmin: 100, ymin: 100, width: 440, height: 20 })
  })

  it.each([
    ['three', row(3, 80)],
    ['four far apart', row(4, 120)],
    ['four dents', row(4, 80, { damage_type: 'dent' })],
    ['four on two parts', [...row(2, 80), ...row(2, 80, { part_type: 'door_back_left' })]],
  ])('leaves %s as they are', (_, damages) => {
    expect(fuse(seen('a', damages))).toHaveLength(damages.length)
  })

  // Four on the left of a door; nearer, the first two of them each by itself.
  const SIZED = { size_cm: 8, size_cm_low: 6, size_cm_high: 10 }
  const nearer = (changes: Partial<FoundDamage> = {}) => [
    scratchOf({ ...SIZED, confidence: 0.9, ...changes }),
    scratchOf({ ...SIZED, bounding_box: { xmin: 400, ymin: 160, width: 50, height: 20 }, ...changes }),
  ]
  const onDoor = (xmin = 50) => ({
    parts: [
      {
        part_type: 'door_front_left' as const,
        confidence: 0.9,
        bounding_box: { xmin, ymin: 50, width: 1000, height: 800 },
        polygons: [],
      },
    ],
  })
  const typesOf = (fused: ReturnType<typeof fuse>) => fused.map(({ damage_type }) => damage_type)

  it('takes up the scratches that a nearer picture shows by themselves', () => {
    const pictures = [seen('a', row(4, 80), 90, onDoor()), seen('b', nearer(), 45, onDoor())]
    const fused = fuse(...pictures)
    expect(fused).toHaveLength(1)
    expect(fused[0]).toMatchObject({
      damage_type: 'scattered_scratches',
      confidence: 0.9,
      size_cm: null,
      scale_source: null,
      views: [
        { image_id: 'b', bounding_box: { xmin: 100, ymin: 100, width: 350, height: 80 } },
        { image_id: 'a', bounding_box: { xmin: 100, ymin: 100, width: 440, height: 20 } },
      ],
    })
    expect(fused[0]?.views[0]?.polygons).toHaveLength(2)
    expect(fuse(...pictures.toReversed())).toEqual(fused)
  })

  it.each([
    ['on another part', nearer({ part_type: 'door_back_left' }), 45],
    ['on a part that is not known', nearer({ part_type: 'ignore' }), 45],
    ['that are dents', nearer({ damage_type: 'dent' }), 45],
    ['on a picture from elsewhere', nearer(), 300],
  ])('leaves those %s', (_, damages, alpha) => {
    const types = typesOf(fuse(seen('a', row(4, 80), 90, onDoor()), seen('b', damages, alpha, onDoor())))
    expect(types).toHaveLength(3)
    expect(types).toContain('scattered_scratches')
  })

  it('leaves scratches whose place on the part is not known, and a long one', () => {
    expect(fuse(seen('a', row(4, 80)), seen('b', nearer(), 45))).toHaveLength(3)
    const long = scratchOf({ bounding_box: { xmin: 100, ymin: 100, width: 800, height: 20 } })
    expect(fuse(seen('a', row(4, 80), 90, onDoor()), seen('b', [long], 45, onDoor()))).toHaveLength(2)
  })

  it('leaves a scratch beside them on one picture, also where another shows it by itself', () => {
    const beside = scratchOf({ bounding_box: { xmin: 900, ymin: 800, width: 50, height: 20 } })
    const types = typesOf(
      fuse(seen('a', [...row(4, 80), beside], 90, onDoor()), seen('b', [beside], 45, onDoor())),
    )
    expect(types).toEqual(['scratch', 'scattered_scratches'])
  })

  it.each([
    [0.3, 1],
    [0.55, 1],
    [0.65, 2],
  ])(
    'where all of the part is seen, of a scratch at %d of it and them at 0.05 to 0.49 it makes %i',
    (across, count) => {
      // The door is 1000 pixels long; the row of four begins 50 behind its front edge and ends at 490.
      const scratch = scratchOf({
        bounding_box: { xmin: 475 + across * 1000, ymin: 100, width: 50, height: 20 },
      })
      const fused = fuse(seen('a', row(4, 80), 90, onDoor(50)), seen('b', [scratch], 45, onDoor(500)))
      expect(fused).toHaveLength(count)
    },
  )
})
