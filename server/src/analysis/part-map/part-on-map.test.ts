import { describe, expect, it } from 'vitest'
import { drawPartMap, partMapOf } from '../../../test/part-map.ts'
import type { DamageType } from '../../core/contracts/damage-types.ts'
import { fittingShare, partOnMap } from './part-on-map.ts'
import type { PartMap } from './segment-parts.ts'
import { seenFrom, viewSeen } from './view-seen.ts'
import { visibleParts } from './visible-parts.ts'

const SIDE = 8

/** A front: hood above, lamps at both ends of the middle, a bumper with a plate below. Who stands before it has its left on the right. */
function map(more: Partial<PartMap> = {}): PartMap {
  const front = drawPartMap(
    (x, y) => {
      if (y === 6 && x >= 3 && x < 5) return 'license_plate'
      if (y >= 3 && y < 5) return x < 2 || x >= 6 ? 'head_light' : 'background'
      return y < 3 ? 'hood' : 'bumper_front'
    },
    (x) => (x >= 4 ? 0.9 : 0.1),
  )
  return { ...front, ...more }
}

const damage = (damage_type: DamageType, cells: number[], side = SIDE) => ({
  damage_type,
  cells: Uint32Array.from(cells),
  side,
})

describe('partOnMap', () => {
  it('names the part under a damage', () => {
    expect(partOnMap(damage('dent', [9, 10]), map())).toMatchObject({ part: 'hood' })
    expect(partOnMap(damage('scratch', [58, 59]), map())).toMatchObject({ part: 'bumper_front' })
  })

  it('tells left from right as the driver sees it', () => {
    expect(partOnMap(damage('broken_light', [24, 25]), map())).toMatchObject({ part: 'head_light_right' })
    expect(partOnMap(damage('broken_light', [30, 31]), map())).toMatchObject({ part: 'head_light_left' })
  })

  it('tells the plate of the front by the parts around it', () => {
    expect(partOnMap(damage('missing_piece', [51, 52]), map())).toMatchObject({ part: 'license_plate_front' })
  })

  it('looks only for parts that the damage can be on', () => {
    // A broken light beside the lamp lies on the bumper by its cells: the little that is seen of lamps there is not enough.
    expect(partOnMap(damage('broken_light', [40, 41]), map())).toBeNull()
    expect(partOnMap(damage('broken_light', [40, 24, 25]), map())).toMatchObject({ part: 'head_light_right' })
  })

  it('says nothing where side or part is not sure', () => {
    const unsided = map({ left: new Float32Array(SIDE * SIDE).fill(0.6) })
    expect(partOnMap(damage('broken_light', [24]), unsided)).toBeNull()
    expect(partOnMap(damage('dent', [9, 58]), map())).toBeNull()
    expect(partOnMap(damage('dent', [35]), map())).toBeNull()
  })

  it('names no part where hardly anything of one is seen', () => {
    const asks = (part_share_min: number) => {
      const { parameters } = map()
      return map({ parameters: { ...parameters, part_threshold: 0.1, part_share_min } })
    }
    // Background between the lamps: a little of every part, and as much of the hood as of the others.
    expect(partOnMap(damage('dent', [27, 28]), asks(0))).not.toBeNull()
    expect(partOnMap(damage('dent', [27, 28]), asks(0.4))).toBeNull()
    // Half on the hood, half beside it.
    expect(partOnMap(damage('dent', [19, 27]), asks(0.4))).toMatchObject({ part: 'hood' })
  })

  it('knows only what lies in the box that was looked at', () => {
    const lower = map({ box: { left: 0, top: 0.5, right: 1, bottom: 1 } })
    expect(partOnMap(damage('dent', [9, 10]), lower)).toBeNull()
    expect(partOnMap(damage('dent', [35]), lower)).toMatchObject({ part: 'hood' })
  })
})

describe('the side of a part', () => {
  const door = (...views: number[]) => ({
    ...partMapOf('door_front', { left: 0.6 }),
    views: Float32Array.from(views),
  })
  it('is that of the camera, where the surface can be seen from one side only', () => {
    const place = damage('dent', [10])
    expect(partOnMap(place, door(0.1, 0.85, 0.05))?.part).toBe('door_front_left')
    expect(partOnMap(place, door(0.1, 0.05, 0.85))?.part).toBe('door_front_right')
    // By its own pixels alone it is not sure enough.
    expect(partOnMap(place, door(1, 0, 0))).toBeNull()
  })

  it('is the one that a person says the picture shows', () => {
    const place = damage('dent', [10])
    expect(partOnMap(place, seenFrom(door(0.1, 0.85, 0.05), 'right'))?.part).toBe('door_front_right')
    expect(partOnMap(place, seenFrom(door(0.1, 0.85, 0.05), null))?.part).toBe('door_front_left')
  })

  it('is its own for a lamp, which is seen from the other side too', () => {
    const lamp = { ...partMapOf('head_light', { left: 0.9 }), views: Float32Array.of(0, 0, 1) }
    expect(partOnMap(damage('broken_light', [10]), lamp)?.part).toBe('head_light_left')
  })
})

describe('viewSeen', () => {
  it('answers above its threshold only', () => {
    expect(viewSeen(map())?.prediction).toBe('front')
    expect(viewSeen(map({ views: Float32Array.of(0.5, 0.4, 0.1) }))).toBeNull()
  })
})

describe('visibleParts', () => {
  it('outlines every part in pixels of the picture, each once', () => {
    const seen = visibleParts(map({ box: { left: 0.5, top: 0, right: 1, bottom: 1 } }), {
      width: 200,
      height: 100,
    })
    expect(seen.map(({ part_type }) => part_type).toSorted()).toEqual([
      'bumper_front',
      'head_light_left',
      'head_light_right',
      'hood',
      'license_plate_front',
    ])
    const hood = seen.find(({ part_type }) => part_type === 'hood')
    expect(hood?.bounding_box.xmin).toBe(100)
    expect(hood?.bounding_box.width).toBe(100)
    expect(hood?.bounding_box.height).toBeCloseTo(37.5, -1)
    expect(hood?.polygons[0]?.length).toBeGreaterThanOrEqual(4)
  })
})

describe('fittingShare', () => {
  it('says how much of a damage lies where such a damage can be', () => {
    expect(fittingShare(damage('broken_light', [24, 25]), map())).toBeCloseTo(0.79)
    // Half on a lamp, half on the bumper below it.
    expect(fittingShare(damage('broken_light', [24, 40]), map())).toBeCloseTo((0.79 + 0.03) / 2)
    expect(fittingShare(damage('dent', [27, 28]), map())).toBeLessThan(0.2)
  })
})
