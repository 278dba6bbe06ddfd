import { describe, expect, it } from 'vitest'
import { lineAt } from '../../../test/text-lines.ts'
import { fitPlates } from './fit-plate.ts'
import { readPlate } from './plate.ts'
import { PLATE_PATTERNS } from './plate-patterns.ts'

const countriesOf = (text: string) => [
  ...new Set(
    fitPlates(text)
      .filter(({ cost }) => cost === 0)
      .map(({ country }) => country),
  ),
]

describe('patterns', () => {
  it.each([
    ['DE', 'MAB1234'],
    ['DE', 'BAE123E'],
    ['FR', 'AB123CD'],
    ['IT', 'FG456HJ'],
    ['ES', '1234BCD'],
    ['GB', 'AB12CDE'],
    ['BE', '1ABC234'],
    ['AT', 'W12345A'],
    ['NL', 'GB001B'],
    ['RO', 'B96TRH'],
    ['RO', 'TR05RBG'],
    ['PL', 'WA12345'],
    ['PT', 'AA01BB'],
    ['CH', 'ZH123456'],
    ['TR', '34BVP243'],
    ['IE', '131D12345'],
  ])('%s has %s', (country, text) => {
    expect(countriesOf(text)).toContain(country)
  })

  it.each([
    ['FR', 'AI123CD'],
    ['ES', '1234BAD'],
    ['IT', 'EE456HJ'],
    ['RO', 'XX05RBG'],
    ['CH', 'XX123456'],
    ['TR', '99BVP243'],
    ['BE', '1ABC2345'],
  ])('%s has not %s', (country, text) => {
    expect(countriesOf(text)).not.toContain(country)
  })

  it('every shape is made of known marks', () => {
    const odd = PLATE_PATTERNS.flatMap(({ shapes }) => shapes).filter((shape) => !/^[@#-]+[EH]?$/.test(shape))
    expect(odd).toEqual([])
  })
})

describe('readPlate', () => {
  it('reads a plate in its spaces and dots', () => {
    expect(readPlate([lineAt('B·96 TRH', 100, 100, 40)])?.value).toBe('B96TRH')
  })

  it('takes letters for digits where the pattern wants them', () => {
    const plate = readPlate([lineAt('BR O7 AAC', 100, 100, 40), lineAt('RO', 85, 120, 10)])
    expect(plate).toMatchObject({ value: 'BR07AAC', country: 'RO' })
  })

  it('drops the code of the band and takes the country from it', () => {
    expect(readPlate([lineAt('ROB96TRH', 100, 100, 40)])).toMatchObject({ value: 'B96TRH', country: 'RO' })
    expect(readPlate([lineAt('AB123CD', 100, 100, 40), lineAt('F', 90, 115, 10)])).toMatchObject({
      value: 'AB123CD',
      country: 'FR',
    })
  })

  it('leaves the country open where several have the pattern', () => {
    expect(readPlate([lineAt('AB123CD', 100, 100, 40)])?.country).toBeNull()
  })

  it('takes the larger of two', () => {
    const lines = [lineAt('B52CNW', 500, 50, 15), lineAt('B97TWD', 100, 100, 40)]
    expect(readPlate(lines)?.value).toBe('B97TWD')
    expect(readPlate(lines.toReversed())?.value).toBe('B97TWD')
  })

  it('joins two boxes side by side, and two rows', () => {
    expect(readPlate([lineAt('TR 05', 100, 100, 40), lineAt('RBG', 230, 100, 40)])?.value).toBe('TR05RBG')
    expect(readPlate([lineAt('TR 05', 100, 100, 40), lineAt('RBG', 105, 145, 40)])?.value).toBe('TR05RBG')
  })

  it.each(['LOGAN', '13112019', '22/10/2019', '2790kg', 'OPEL', '012001/1160281', '50094435', 'TAXI'])(
    '%s is none',
    (text) => {
      expect(readPlate([lineAt(text, 100, 100, 40)])).toBeNull()
    },
  )

  it('a plate of a country that is not listed is not bent into one', () => {
    expect(readPlate([lineAt('T7864', 100, 100, 40)])).toBeNull()
    expect(readPlate([lineAt('7ABC123X9', 100, 100, 40)])).toBeNull()
    expect(readPlate([])).toBeNull()
  })
})
