import { describe, expect, it } from 'vitest'
import { lineAt } from '../../../../test/text-lines.ts'
import { readOdometer } from './read-odometer.ts'

const readOf = (...texts: string[]) =>
  readOdometer(texts.map((text, row) => lineAt(text, 50, 100 + 200 * row)))

describe('readOdometer', () => {
  it.each([
    ['123456 km', 123456, 'km'],
    ['123 456 km', 123456, 'km'],
    ['123.456 km', 123456, 'km'],
    ['45,678 miles', 45678, 'miles'],
    ['98765mi', 98765, 'miles'],
    ['ODO 12 km', 12, 'km'],
    ['1O4532 km', 104532, 'km'],
  ])('%s', (text, value, unit) => {
    expect(readOf(text)).toMatchObject({ value, unit, error: null })
  })

  it('takes the unit from the line beside', () => {
    expect(readOdometer([lineAt('104532', 100, 100), lineAt('km', 190, 102)])).toMatchObject({
      value: 104532,
      unit: 'km',
    })
  })

  it('does not know the unit where none is written, and is less sure', () => {
    const read = readOf('104532')
    expect(read).toMatchObject({ value: 104532, unit: null, error: null })
    expect(read.confidence_score).toBeLessThan(0.6)
  })

  it('leaves trips, ranges, speeds, clocks and dates alone', () => {
    expect(
      readOf(
        '104532 km',
        'TRIP 1234.5 km',
        '540 km',
        '260',
        '12:45',
        '120 km/h',
        '15/11/2026',
        'RANGE 1100 km',
      ),
    ).toMatchObject({ value: 104532, unit: 'km' })
  })

  it.each([
    [['TRIP 1234.5 km']],
    [['260', '12:45', '3000 rpm', '-5°C']],
    [['540 km']],
    [['1234.5 km']],
    [[]],
  ])('%j has none', (texts) => {
    expect(readOf(...texts)).toEqual({
      value: null,
      unit: null,
      confidence_score: 0,
      error: 'No number on the picture looks like an odometer.',
    })
  })

  it('does not choose between two numbers of the same rank', () => {
    expect(readOf('104532', '204533')).toMatchObject({
      value: null,
      error: 'Several numbers on the picture look like an odometer.',
    })
    expect(readOf('ODO 104532 km', '204533 km')).toMatchObject({ value: 104532 })
  })

  it('does not give out what was read without confidence', () => {
    expect(readOdometer([lineAt('104532', 10, 10, 20, 0.5)])).toMatchObject({
      value: null,
      confidence_score: 0,
      error: 'The number of the odometer is not readable.',
    })
  })
})
