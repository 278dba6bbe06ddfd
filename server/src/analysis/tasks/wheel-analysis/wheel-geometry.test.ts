import { describe, expect, it } from 'vitest'
import type { Box } from '../../../core/contracts/findings.ts'
import type { Detection } from '../../detect-vehicle.ts'
import { boxInRegion, isOnVehicle, isWhole, pixelsOf, regionAround } from './wheel-geometry.ts'

const SIZE = { width: 1000, height: 500 }
const box = (xmin: number, ymin: number, width: number, height: number): Box => ({
  xmin,
  ymin,
  width,
  height,
})

describe('regionAround', () => {
  it('is larger than the box, and stays in the picture', () => {
    expect(regionAround(box(0.4, 0.4, 0.2, 0.4), SIZE, 1.5)).toEqual({
      left: 350,
      top: 150,
      width: 300,
      height: 300,
    })
    expect(regionAround(box(0, 0.5, 0.2, 0.5), SIZE, 1.5)).toEqual({
      left: 0,
      top: 188,
      width: 250,
      height: 312,
    })
  })
})

describe('boxInRegion', () => {
  it('finds the box again in what was cut out', () => {
    const region = { left: 350, top: 150, width: 300, height: 300 }
    const { xmin, ymin, width, height } = boxInRegion(box(0.4, 0.4, 0.2, 0.4), region, SIZE)
    expect([xmin, ymin].map((value) => value.toFixed(4))).toEqual(['0.1667', '0.1667'])
    expect([width, height].map((value) => value.toFixed(4))).toEqual(['0.6667', '0.6667'])
  })
})

describe('isWhole', () => {
  it.each([
    [box(0.1, 0.1, 0.5, 0.5), true],
    [box(0.01, 0.1, 0.5, 0.5), false],
    [box(0.1, 0, 0.5, 0.5), false],
    [box(0.5, 0.1, 0.5, 0.5), false],
    [box(0.1, 0.5, 0.5, 0.49), false],
  ])('%j: %s', (wheel, whole) => {
    expect(isWhole(wheel)).toBe(whole)
  })
})

describe('isOnVehicle', () => {
  const detection = (score: number, right: number): Detection => {
    const main = { kind: 'car' as const, score, box: { left: 0, top: 0, right, bottom: 0.9 } }
    return { vehicles: [main], main }
  }
  const beside = box(0.8, 0.4, 0.1, 0.2)
  it.each([
    { name: 'a wheel of it', wheel: box(0.3, 0.6, 0.2, 0.3), seen: detection(0.9, 0.7), on: true },
    { name: 'one beside it', wheel: beside, seen: detection(0.9, 0.7), on: false },
    { name: 'an unsure vehicle', wheel: beside, seen: detection(0.4, 0.7), on: true },
    { name: 'a small vehicle', wheel: beside, seen: detection(0.9, 0.2), on: true },
    { name: 'no vehicle', wheel: beside, seen: { vehicles: [], main: null }, on: true },
  ])('$name', ({ wheel, seen, on }) => {
    expect(isOnVehicle(wheel, seen)).toBe(on)
  })
})

describe('pixelsOf', () => {
  it('has one decimal', () => {
    expect(pixelsOf(box(0.3333, 0.5, 0.25, 0.1), { width: 4032, height: 3024 })).toEqual({
      xmin: 1343.9,
      ymin: 1512,
      width: 1008,
      height: 302.4,
    })
  })
})
