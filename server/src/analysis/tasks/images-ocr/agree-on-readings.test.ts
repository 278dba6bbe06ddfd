import { describe, expect, it } from 'vitest'
import type { CheckDigit, ImagesOcrResult } from '../../../core/contracts/findings.ts'
import { agreeOnReadings } from './agree-on-readings.ts'

const [RIGHT, MISREAD, OTHER] = ['AB123CD', 'A8123CD', 'AB128CD']
const [VIN, OTHER_VIN] = ['WVWZZZ1JZXW000001', 'WVWZZZ1JZXW000007']

const picture = (found: Partial<ImagesOcrResult>): ImagesOcrResult => ({
  type: null,
  lines: [],
  vin: null,
  plate: null,
  fields: {},
  ...found,
})
const reading = (value: string, confidence: number) => ({
  value,
  confidence,
  candidates: [{ value, confidence }],
})

type Shown = [value: string, confidence: number]
const plateOf = (shown: readonly Shown[]) =>
  agreeOnReadings(shown.map((one) => picture({ plate: { ...reading(...one), country: 'FR' } }))).plate

type ShownVin = [...Shown, check_digit?: CheckDigit]
const vinOf = (shown: readonly ShownVin[]) =>
  agreeOnReadings(
    shown.map(([value, confidence, check_digit = 'not_used']) =>
      picture({ vin: { ...reading(value, confidence), check_digit } }),
    ),
  ).vin

describe('agreeOnReadings', () => {
  type Case = { name: string; shown: Shown[]; prediction: string; is_sure: boolean; others: string[] }
  const plates: Case[] = [
    {
      name: 'two that agree against a surer one',
      shown: [
        [RIGHT, 0.7],
        [MISREAD, 0.95],
        [RIGHT, 0.8],
      ],
      prediction: RIGHT,
      is_sure: true,
      others: [MISREAD],
    },
    {
      name: 'one against one',
      shown: [
        [RIGHT, 0.7],
        [MISREAD, 0.95],
      ],
      prediction: MISREAD,
      is_sure: false,
      others: [RIGHT],
    },
    {
      name: 'as many as of another, and a third',
      shown: [
        [RIGHT, 0.7],
        [MISREAD, 0.8],
        [OTHER, 0.99],
        [RIGHT, 0.9],
        [MISREAD, 0.7],
      ],
      prediction: RIGHT,
      is_sure: false,
      others: [MISREAD, OTHER],
    },
    {
      name: 'one written in two ways',
      shown: [
        ['AB-123-CD', 0.7],
        [RIGHT, 0.9],
      ],
      prediction: RIGHT,
      is_sure: true,
      others: [],
    },
    {
      name: 'another that could not be entered itself',
      shown: [
        [RIGHT, 0.7],
        [MISREAD, 0.49],
      ],
      prediction: RIGHT,
      is_sure: true,
      others: [],
    },
    {
      name: 'a majority that is hardly sure',
      shown: [
        [RIGHT, 0.4],
        [MISREAD, 0.9],
        [RIGHT, 0.49],
      ],
      prediction: RIGHT,
      is_sure: false,
      others: [MISREAD],
    },
  ]
  it.each(plates)('a plate of several pictures: $name', ({ shown, prediction, is_sure, others }) => {
    const plate = plateOf(shown)
    expect(plate).toMatchObject({ is_sure, guess: { prediction, country: 'FR' } })
    expect(plate?.guess.candidates).toMatchObject([prediction, ...others].map((value) => ({ value })))
  })

  it('keeps what else the picture may show, and lists few', () => {
    const candidates = [RIGHT, OTHER].map((value) => ({ value, confidence: 0.4 }))
    const results = [picture({ plate: { value: RIGHT, confidence: 0.9, candidates, country: null } })]
    expect(agreeOnReadings(results).plate?.guess).toMatchObject({
      candidates: [
        { value: RIGHT, confidence: 0.9 },
        { value: OTHER, confidence: 0.4 },
      ],
    })
    const many = Array.from({ length: 9 }, (_, n): Shown => [`AB12${n}CD`, 0.8])
    expect(plateOf(many)).toMatchObject({ is_sure: false, guess: { candidates: { length: 5 } } })
  })

  type VinCase = { name: string; shown: ShownVin[]; prediction: string; is_sure: boolean }
  const vins: VinCase[] = [
    {
      name: 'two that agree against a surer one',
      shown: [
        [VIN, 0.7],
        [OTHER_VIN, 0.9],
        [VIN, 0.6],
      ],
      prediction: VIN,
      is_sure: true,
    },
    {
      name: 'one against one',
      shown: [
        [VIN, 0.7],
        [OTHER_VIN, 0.9],
      ],
      prediction: OTHER_VIN,
      is_sure: false,
    },
    {
      name: 'two with a wrong check digit against one without',
      shown: [
        ['1M8GDM9AXKP042789', 0.9, 'wrong'],
        ['1M8GDM9AXKP042789', 0.9, 'wrong'],
        [VIN, 0.6],
      ],
      prediction: VIN,
      is_sure: true,
    },
    {
      name: 'none but with a wrong check digit',
      shown: [
        ['1M8GDM9AXKP042789', 0.9, 'wrong'],
        ['1M8GDM9AXKP042789', 0.9, 'wrong'],
      ],
      prediction: '1M8GDM9AXKP042789',
      is_sure: false,
    },
  ]
  it.each(vins)('a VIN of several pictures: $name', ({ shown, prediction, is_sure }) => {
    expect(vinOf(shown)).toMatchObject({ is_sure, guess: { prediction } })
  })

  it('says nothing of what no picture shows', () => {
    expect(agreeOnReadings([picture({})])).toEqual({})
  })
})
