import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { coveredShare } from '../../../evaluate/covered-share.ts'
import { openLocalModels } from '../../../test/local-models.ts'
import type { HiddenKind } from '../../core/contracts/findings.ts'
import { type FractionBox, VEHICLE_DETECTOR, type Vehicle } from '../detect-vehicle.ts'
import type { Models } from '../inference/model.ts'
import { PART_SEGMENTER } from '../part-map/segment-parts.ts'
import { findBystanders, otherVehicles, withOwners, withoutCovered } from './find-bystanders.ts'
import { findHeads } from './find-heads.ts'
import { platesOn } from './find-plates.ts'

const DATA = join(import.meta.dirname, '../../../../../shared/data')
const MAN_BESIDE_CAR = '9034927e7438bdd6.jpg'
const CAR_BEHIND = '44afab29f5fa0abf.jpg'
const LONELY_CAR = '9a4fe6361597f264.jpg'
const [PERSON, CAR] = [0, 2]

const box = (left: number, top: number, right: number, bottom: number): FractionBox => ({
  left,
  top,
  right,
  bottom,
})
const vehicle = (score: number, at: FractionBox): Vehicle => ({ kind: 'car', score, box: at })

describe('findHeads', () => {
  function headsOf(corners: number[], category: number, score: number) {
    const scores = new Float32Array(90)
    scores[category] = score
    return findHeads({ boxes: Float32Array.from(corners), scores })
  }

  it('takes the upper third of a person who stands', () => {
    const [head] = headsOf([0.4, 0.2, 0.5, 0.7], PERSON, 0.5)
    expect(head?.top).toBeCloseTo(0.15)
    expect(head?.bottom).toBeCloseTo(0.375)
    expect(head?.left).toBeCloseTo(0.39)
    expect(head?.right).toBeCloseTo(0.51)
  })

  it('takes most of a person of whom only the upper body shows', () => {
    const [head] = headsOf([0.4, 0.2, 0.5, 0.3], PERSON, 0.5)
    expect(head?.bottom).toBeCloseTo(0.281)
  })

  it('stays inside the picture', () => {
    expect(headsOf([0, 0, 1, 1], PERSON, 0.5)).toEqual([box(0, 0, 1, expect.closeTo(0.81))])
  })

  it('hides doubtful people, and nothing else', () => {
    expect(headsOf([0.4, 0.2, 0.5, 0.7], PERSON, 0.16)).toHaveLength(1)
    expect(headsOf([0.4, 0.2, 0.5, 0.7], PERSON, 0.14)).toEqual([])
    expect(headsOf([0.4, 0.2, 0.5, 0.7], CAR, 0.9)).toEqual([])
  })
})

describe('platesOn', () => {
  const SIDE = 10
  const classes = ['background', 'license_plate'].map((name) => ({ name }))

  function mapWith(cells: [column: number, row: number, value: number][]) {
    const parts = new Float32Array(2 * SIDE * SIDE)
    for (const [column, row, value] of cells) parts[SIDE * SIDE + row * SIDE + column] = value
    return { box: box(0.4, 0, 1, 0.6), side: SIDE, parts, classes }
  }

  it('lays the cells of a plate over the picture, with a margin of its height', () => {
    const [plate, ...more] = platesOn(
      mapWith([
        [4, 5, 0.3],
        [5, 5, 0.9],
        [6, 5, 0.11],
      ]),
    )
    expect(more).toEqual([])
    expect(plate?.left).toBeCloseTo(0.4 + 0.24 - 0.021)
    expect(plate?.right).toBeCloseTo(0.4 + 0.42 + 0.021)
    expect(plate?.top).toBeCloseTo(0.3 - 0.021)
    expect(plate?.bottom).toBeCloseTo(0.36 + 0.021)
  })

  it('finds each plate, and none where the network is sure that there is none', () => {
    expect(
      platesOn(
        mapWith([
          [1, 1, 0.5],
          [8, 8, 0.5],
        ]),
      ),
    ).toHaveLength(2)
    expect(platesOn(mapWith([[1, 1, 0.09]]))).toEqual([])
  })

  it('takes no house front for a plate', () => {
    const front = Array.from({ length: 9 }, (_, column): [number, number, number] => [column, 2, 0.9])
    expect(platesOn(mapWith(front))).toEqual([])
  })

  it('fails on a network that knows no plates: nothing found would look like nothing there', () => {
    expect(() => platesOn({ ...mapWith([]), classes: [{ name: 'hood' }] })).toThrow('knows no plates')
  })
})

describe('otherVehicles', () => {
  const main = vehicle(0.9, box(0.3, 0.3, 0.8, 0.8))

  it('hides a vehicle beside the main one as a whole', () => {
    const beside = vehicle(0.3, box(0, 0.4, 0.2, 0.6))
    expect(otherVehicles({ vehicles: [main, beside], main })).toEqual([
      { kind: 'other_vehicle', box: beside.box },
    ])
  })

  it('leaves the main vehicle visible where another one overlaps it', () => {
    const around = vehicle(0.3, box(0.2, 0.1, 1, 0.9))
    const pieces = otherVehicles({ vehicles: [main, around], main }).map((piece) => piece.box)
    expect(pieces).toHaveLength(4)
    expect(coveredShare(main.box, pieces)).toBe(0)
    expect(coveredShare(box(0.2, 0.1, 1, 0.29), pieces)).toBe(1)
    expect(coveredShare(box(0.81, 0.1, 1, 0.9), pieces)).toBe(1)
  })

  it('takes what lies in the main vehicle for a part of it', () => {
    const inside = vehicle(0.3, box(0.4, 0.4, 0.6, 0.6))
    expect(otherVehicles({ vehicles: [main, inside], main })).toEqual([])
  })
})

describe('withOwners', () => {
  const [large, small] = [box(0.4, 0.6, 0.6, 0.7), box(0.05, 0.5, 0.1, 0.52)]

  it('gives the vehicle of the picture the plates that lie on it', () => {
    const main = vehicle(0.9, box(0, 0.4, 0.2, 0.6))
    expect(withOwners([large, small], { vehicles: [main], main })).toEqual([
      { kind: 'other_plate', box: large },
      { kind: 'own_plate', box: small },
    ])
  })

  it('takes the largest plate of a close-up for that of its vehicle', () => {
    expect(withOwners([small, large], { vehicles: [], main: null })).toEqual([
      { kind: 'other_plate', box: small },
      { kind: 'own_plate', box: large },
    ])
  })
})

describe('withoutCovered', () => {
  it('keeps the largest box of a person, and what only a box of another kind covers', () => {
    const large = { kind: 'head', box: box(0.1, 0.1, 0.3, 0.3) } as const
    const small = { kind: 'head', box: box(0.15, 0.15, 0.25, 0.25) } as const
    const apart = { kind: 'head', box: box(0.25, 0.1, 0.4, 0.3) } as const
    const plate = { kind: 'own_plate', box: box(0.15, 0.15, 0.2, 0.2) } as const
    expect(new Set(withoutCovered([small, plate, large, apart]))).toEqual(new Set([large, plate, apart]))
  })
})

describe('findBystanders', () => {
  let models: Models
  beforeAll(async () => {
    models = await openLocalModels([VEHICLE_DETECTOR, PART_SEGMENTER])
  })

  async function boxesOn(file: string) {
    const found = await findBystanders(models, readFileSync(join(DATA, 'whole-cars/images', file)))
    return (kind: HiddenKind) => found.filter((each) => each.kind === kind).map((each) => each.box)
  }

  it('finds a man beside a car, and knows whose plate is whose', async () => {
    const of = await boxesOn(MAN_BESIDE_CAR)
    expect(coveredShare(box(0.625, 0.19, 0.7, 0.295), of('head'))).toBeGreaterThan(0.9)
    expect(coveredShare(box(0.175, 0.73, 0.37, 0.81), of('own_plate'))).toBeGreaterThan(0.9)
  })

  it('hides a car that stands behind', async () => {
    const of = await boxesOn(CAR_BEHIND)
    expect(coveredShare(box(0.9, 0.58, 1, 0.66), of('other_vehicle'))).toBeGreaterThan(0.9)
    expect(coveredShare(box(0.28, 0.72, 0.52, 0.84), of('own_plate'))).toBeGreaterThan(0.9)
    expect(coveredShare(box(0.28, 0.72, 0.52, 0.84), of('other_vehicle'))).toBe(0)
  })

  it('hides nobody where nobody is', async () => {
    const of = await boxesOn(LONELY_CAR)
    expect([of('head'), of('other_vehicle'), of('other_plate')]).toEqual([[], [], []])
    expect(of('own_plate')).not.toEqual([])
  })
})
