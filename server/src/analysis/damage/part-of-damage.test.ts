import { describe, expect, it } from 'vitest'
import { analyzedImage } from '../../../test/analyzed-image.ts'
import { partMapOf } from '../../../test/part-map.ts'
import type { DamageType } from '../../core/contracts/damage-types.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import type { FractionBox, Vehicle } from '../detect-vehicle.ts'
import { SIGHT_IDS, sightOf } from '../sights.ts'
import type { DamageArea } from './damage-area.ts'
import { partOfLabel } from './part-kinds.ts'
import { layoutSeenFrom, partAt } from './part-layout.ts'
import { partOfDamage } from './part-of-damage.ts'
import { factsOf, showsOutside } from './picture-facts.ts'
import { bodyOf, type VehicleBody } from './vehicle-bodies.ts'

const SIDE = 128
const WHOLE: FractionBox = { left: 0.1, top: 0.2, right: 0.9, bottom: 0.8 }
const car = (box: FractionBox, score = 0.9): Vehicle => ({ kind: 'car', score, box })

function sightWith(label: string): string {
  const id = SIGHT_IDS.find((id) => sightOf(id)?.label === label)
  if (!id) throw new Error(`no sight is labelled ${label}`)
  return id
}

/** A square damage around a point of the vehicle's box. */
function damageAt(x: number, y: number, type: DamageType, box = WHOLE, half = 2): DamageArea {
  const column = Math.round((box.left + x * (box.right - box.left)) * SIDE)
  const row = Math.round((box.top + y * (box.bottom - box.top)) * SIDE)
  const cells: number[] = []
  for (let down = -half; down < half; down++)
    for (let right = -half; right < half; right++) cells.push((row + down) * SIDE + column + right)
  return { damage_type: type, cells: Uint32Array.from(cells), side: SIDE }
}

const SHOT: FractionBox = { left: 0, top: 0, right: 1, bottom: 1 }

function body(type: string): VehicleBody {
  const found = bodyOf(type)
  if (!found) throw new Error(`there is no body for ${type}`)
  return found
}

describe('layoutSeenFrom', () => {
  it.each([
    { azimuth: 0, x: 0.5, y: 0.1, part: 'windshield_front' },
    { azimuth: 0, x: 0.5, y: 0.85, part: 'bumper_front' },
    // Who stands before a car has its right side on the left hand.
    { azimuth: 0, x: 0.08, y: 0.58, part: 'head_light_right' },
    { azimuth: 90, x: 0.4, y: 0.55, part: 'door_front_left' },
    { azimuth: 90, x: 0.62, y: 0.55, part: 'door_back_left' },
    { azimuth: 270, x: 0.6, y: 0.55, part: 'door_front_right' },
    { azimuth: 180, x: 0.5, y: 0.45, part: 'trunk' },
    { azimuth: 180, x: 0.05, y: 0.42, part: 'tail_light_left' },
    { azimuth: 35, x: 0.6, y: 0.85, part: 'wheel_front_left' },
    { azimuth: 325, x: 0.4, y: 0.85, part: 'wheel_front_right' },
    { azimuth: 145, x: 0.4, y: 0.85, part: 'wheel_back_left' },
  ])('sees $part from $azimuth degrees', ({ azimuth, x, y, part }) => {
    expect(partAt(layoutSeenFrom(azimuth, body('hatchback')), x, y)).toBe(part)
  })

  it('is the mirror image from the other side', () => {
    const swap = (part: PartType | null) =>
      part?.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) ?? null
    for (const azimuth of [0, 35, 60, 90, 145, 180]) {
      const [here, there] = [layoutSeenFrom(azimuth, body('suv')), layoutSeenFrom(360 - azimuth, body('suv'))]
      for (let y = 0.031; y < 1; y += 0.07)
        for (let x = 0.017; x < 1; x += 0.07) expect(swap(partAt(here, x, y))).toBe(partAt(there, 1 - x, y))
    }
  })

  it('shows nothing of the side that is turned away', () => {
    for (const azimuth of [35, 90, 145]) {
      const parts = layoutSeenFrom(azimuth, body('sedan')).map(({ part }) => part)
      expect(parts.filter((part) => /^(door|fender|window|wheel).*_right$/.test(part))).toEqual([])
      expect(parts).toContain('door_front_left')
    }
  })
})

describe('partOfDamage', () => {
  const whole = car(WHOLE)
  const leftSide = analyzedImage({ sight_id: sightWith('lateral-full-left'), vehicle_type: 'suv' })

  it('names the part by the sight and the box of the vehicle', () => {
    const damage = damageAt(0.4, 0.55, 'scratch')
    expect(partOfDamage(damage, factsOf(leftSide, whole), 'suv', null)).toEqual({
      part_type: 'door_front_left',
      part_confidence: 0.9,
      part_source: 'sight',
    })
  })

  it('names none between two parts', () => {
    const doors = layoutSeenFrom(90, body('suv')).find(({ part }) => part === 'door_front_left')
    const edge = Math.max(...(doors?.polygon ?? []).map(([x]) => x))
    const damage = damageAt(edge, 0.6, 'scratch')
    expect(partOfDamage(damage, factsOf(leftSide, whole), 'suv', null).part_type).toBe('ignore')
  })

  it('names none that such a damage cannot be on', () => {
    const glass = damageAt(0.4, 0.55, 'broken_glass')
    const wheel = damageAt(0.2, 0.8, 'dent')
    for (const damage of [glass, wheel])
      expect(partOfDamage(damage, factsOf(leftSide, whole), 'suv', null)).toEqual({
        part_type: 'ignore',
        part_confidence: 0,
        part_source: 'none',
      })
  })

  it('names none where the vehicle is cut off, too small, unsure or no car', () => {
    const damage = damageAt(0.4, 0.55, 'scratch')
    const cut = car({ ...WHOLE, left: 0 })
    const small = car({ left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 })
    const truck: Vehicle = { ...car(WHOLE), kind: 'truck' }
    for (const main of [cut, small, car(WHOLE, 0.3), truck]) {
      const facts = factsOf({ ...leftSide, vehicle_type: null }, main)
      expect(partOfDamage(damage, facts, null, null).part_source).toBe('none')
      expect(facts.whole).toEqual(main === truck ? WHOLE : null)
    }
  })

  it('takes a car of unknown type for one of several, which must agree', () => {
    const facts = factsOf({ ...leftSide, vehicle_type: null }, whole)
    const middle = partOfDamage(damageAt(0.4, 0.55, 'scratch'), facts, null, null)
    expect(middle.part_type).toBe('door_front_left')
    const truck = partOfDamage(damageAt(0.4, 0.55, 'scratch'), facts, 'hgv', null)
    expect(truck.part_type).toBe('ignore')
  })

  it('takes the part a close-up sight is named for, when the damage is in the middle', () => {
    const image = analyzedImage({ sight_id: sightWith('front-fender-left') })
    const facts = factsOf(image, null)
    const middle = partOfDamage(damageAt(0.5, 0.5, 'dent', SHOT), facts, null, null)
    expect(middle).toEqual({ part_type: 'fender_front_left', part_confidence: 0.7, part_source: 'sight' })
    const edge = partOfDamage(damageAt(0.95, 0.5, 'dent', SHOT), facts, null, null)
    expect(edge.part_type).toBe('ignore')
    const half = partOfDamage(damageAt(0.85, 0.5, 'dent', SHOT), facts, null, null)
    expect(half.part_type).toBe('ignore')
  })

  it.each([
    { centers_on: ['hood'], part_type: 'hood' },
    { centers_on: 'door_back_right', part_type: 'door_back_right' },
    { centers_on: ['hood', 'bumper_front'], part_type: 'ignore' },
    { centers_on: ['front_left'], part_type: 'ignore' },
    { centers_on: ['interior'], part_type: 'ignore' },
  ])('takes $centers_on of detailed_viewpoint for $part_type', ({ centers_on, part_type }) => {
    const image = analyzedImage({ image_type: 'close_up', detailed_viewpoint: { centers_on } })
    const facts = factsOf(image, null)
    const found = partOfDamage(damageAt(0.5, 0.5, 'scratch', SHOT), facts, null, null)
    expect(found.part_type).toBe(part_type)
    expect(found.part_source).toBe(part_type === 'ignore' ? 'none' : 'centers_on')
  })

  describe('with the pixels of a front corner', () => {
    const damage = damageAt(0.5, 0.5, 'scratch', SHOT)
    const pixels = partMapOf('door_front', { left: 0.95 })

    it('takes the part they show, whatever the client says or does not say of the direction', () => {
      const nowhere = factsOf(analyzedImage({ additional_data: { alpha: 180 } }), null)
      expect(partOfDamage(damage, nowhere, null, pixels)).toMatchObject({
        part_type: 'door_front_left',
        part_source: 'pixels',
      })
    })

    it('believes a person who was asked for one part more', () => {
      const image = analyzedImage({ sight_id: sightWith('rear-door-left') })
      expect(partOfDamage(damage, factsOf(image, null), null, pixels)).toMatchObject({
        part_type: 'door_back_left',
        part_source: 'sight',
      })
    })

    it('names no part by the sight where they show none', () => {
      const facts = factsOf(analyzedImage({ sight_id: sightWith('lateral-full-left') }), car(WHOLE))
      const person = damageAt(0.4, 0.55, 'dent')
      const ground = partMapOf('background', { left: 0.5 })
      const partWith = (part_share_min: number) =>
        partOfDamage(person, facts, 'sedan', {
          ...ground,
          parameters: { ...ground.parameters, part_share_min },
        }).part_type
      expect(partWith(0)).toBe('door_front_left')
      expect(partWith(0.4)).toBe('ignore')
    })

    it('does not believe a sight on whose side the picture was not taken', () => {
      const seen = { prediction: 'front_right' as const, confidence: 0.9 }
      const right = partMapOf('door_front', { left: 0.05 })
      const image = analyzedImage({ sight_id: sightWith('rear-door-left') })
      const facts = factsOf(image, null, seen)
      expect(facts).toMatchObject({ sight: null, azimuth: 315 })
      expect(partOfDamage(damage, facts, null, right)).toMatchObject({ part_type: 'door_front_right' })
      // A person who looked at it knows better than the pixels.
      const corrected = factsOf({ ...image, seen_from: 'left' }, null, seen)
      expect(corrected).toMatchObject({ azimuth: 90, sight: { label: 'rear-door-left' } })
      const agreed = factsOf({ ...image, seen_from: 'right' }, null, seen)
      expect(agreed).toMatchObject({ azimuth: 270, sight: null })
    })
  })
})

describe('partOfLabel', () => {
  it('names a part for the labels of one part only', () => {
    const labels = new Set(
      SIGHT_IDS.map((id) => sightOf(id))
        .filter((sight) => sight?.category === 'exterior')
        .map((sight) => sight?.label ?? ''),
    )
    const named = [...labels].filter((label) => partOfLabel(label) !== null)
    expect(named.length).toBeGreaterThan(20)
    expect(
      named.filter((label) => /lateral|^doors|roof|low|windshield-|hood-|undercarriage/.test(label)),
    ).toEqual([])
    expect(partOfLabel('rear-door-right')).toBe('door_back_right')
    expect(partOfLabel('rear-left')).toBeNull()
  })
})

describe('showsOutside', () => {
  it.each([
    [{ sight_id: sightWith('lateral-full-left') }, true],
    [{ sight_id: sightWith('front-seats') }, false],
    [{ sight_id: sightWith('vin') }, false],
    [{ sight_id: 'not-in-the-catalogue' }, true],
    [{ detailed_viewpoint: { is_exterior: false } }, false],
    [{ detailed_viewpoint: { centers_on: ['dashboard'] } }, false],
    [{ detailed_viewpoint: { centers_on: ['dashboard', 'hood'] } }, true],
    [{ details: { image_type: 'VIN' } }, false],
    [{}, true],
  ])('%j: %s', (changes, expected) => {
    expect(showsOutside(analyzedImage(changes))).toBe(expected)
  })
})
