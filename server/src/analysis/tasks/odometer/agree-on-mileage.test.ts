import { describe, expect, it } from 'vitest'
import type { OdometerResult } from '../../../core/contracts/findings.ts'
import { agreeOnMileage } from './agree-on-mileage.ts'

type Shown = [value: number | null, confidence_score: number, unit?: OdometerResult['unit']]
const mileageOf = (shown: readonly Shown[]) =>
  agreeOnMileage(
    shown.map(([value, confidence_score, unit = 'km']) => ({ value, unit, confidence_score, error: null })),
  ).mileage

describe('agreeOnMileage', () => {
  type Case = { name: string; shown: Shown[]; is_sure: boolean; candidates: string[] }
  const cases: Case[] = [
    {
      name: 'two that agree against a surer one',
      shown: [
        [41_250, 0.7],
        [47_250, 0.95],
        [41_250, 0.8],
        [null, 0],
      ],
      is_sure: true,
      candidates: ['41250 km', '47250 km'],
    },
    {
      name: 'one against one',
      shown: [
        [41_250, 0.7],
        [47_250, 0.95],
      ],
      is_sure: false,
      candidates: ['47250 km', '41250 km'],
    },
    {
      name: 'another that could not be entered itself',
      shown: [
        [41_250, 0.7],
        [47_250, 0.49],
      ],
      is_sure: true,
      candidates: ['41250 km'],
    },
    {
      name: 'a majority that is hardly sure',
      shown: [
        [41_250, 0.4],
        [47_250, 0.9],
        [41_250, 0.49],
      ],
      is_sure: false,
      candidates: ['41250 km', '47250 km'],
    },
    {
      name: 'the same distance in both units against a surer one',
      shown: [
        [41_250, 0.7],
        [47_250, 0.95],
        [25_632, 0.6, 'miles'],
      ],
      is_sure: true,
      candidates: ['41250 km', '47250 km'],
    },
    {
      name: 'the same number in both units',
      shown: [
        [41_250, 0.7],
        [41_250, 0.9, 'miles'],
      ],
      is_sure: false,
      candidates: ['41250 miles', '41250 km'],
    },
    {
      name: 'the same number without its unit, which is surer',
      shown: [
        [41_250, 0.9, null],
        [41_250, 0.6],
      ],
      is_sure: true,
      candidates: ['41250 km'],
    },
    {
      name: 'the same number in both units, and one that does not tell them apart',
      shown: [
        [41_250, 0.7],
        [41_250, 0.9, 'miles'],
        [41_250, 0.9, null],
      ],
      is_sure: false,
      candidates: ['41250 miles', '41250 km'],
    },
    {
      name: 'another number without its unit',
      shown: [
        [41_250, 0.9],
        [47_250, 0.8, null],
      ],
      is_sure: false,
      candidates: ['41250 km', '47250 null'],
    },
    {
      name: 'none but without a unit',
      shown: [
        [41_250, 0.9, null],
        [41_250, 0.9, null],
      ],
      is_sure: false,
      candidates: ['41250 null'],
    },
  ]
  it.each(cases)('several pictures: $name', ({ shown, is_sure, candidates }) => {
    const mileage = mileageOf(shown)
    expect(mileage?.is_sure).toBe(is_sure)
    const [first] = candidates
    expect(`${mileage?.guess.prediction} ${mileage?.guess.unit}`).toBe(first)
    expect(mileage?.guess.candidates).toEqual(
      candidates.map((text) => {
        const [value, unit] = text.split(' ')
        return expect.objectContaining({ value: Number(value), unit: unit === 'null' ? null : unit })
      }),
    )
  })

  it.each([
    [25_631, true],
    [25_632, true],
    [25_630, false],
    [25_633, false],
  ])('41250 km are %d miles, as a display cuts them: %s', (miles, is_sure) => {
    expect(
      mileageOf([
        [41_250, 0.9],
        [miles, 0.8, 'miles'],
      ])?.is_sure,
    ).toBe(is_sure)
  })

  it('says nothing of what no picture shows', () => {
    expect(agreeOnMileage([])).toEqual({})
    expect(mileageOf([[null, 0]])).toBeUndefined()
  })
})
