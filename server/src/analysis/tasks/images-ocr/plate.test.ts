import { describe, expect, it } from 'vitest'
import { countBlocks } from '../../../../test/counted-work.ts'
import { lineAt } from '../../../../test/text-lines.ts'
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
    ['RO', 'B96TBH'],
    ['RO', 'TR05ABG'],
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
    expect(readPlate([lineAt('B·96 TBH', 100, 100, 40)])?.value).toBe('B96TBH')
  })

  it('takes letters for digits where the pattern wants them', () => {
    const plate = readPlate([lineAt('BR O7 ABC', 100, 100, 40), lineAt('RO', 85, 120, 10)])
    expect(plate).toMatchObject({ value: 'BR07ABC', country: 'RO' })
  })

  it('drops the code of the band and takes the country from it', () => {
    expect(readPlate([lineAt('ROB96TBH', 100, 100, 40)])).toMatchObject({ value: 'B96TBH', country: 'RO' })
    expect(readPlate([lineAt('AB123CD', 100, 100, 40), lineAt('F', 90, 115, 10)])).toMatchObject({
      value: 'AB123CD',
      country: 'FR',
    })
  })

  it('leaves the country open where several have the pattern', () => {
    expect(readPlate([lineAt('AB123CD', 100, 100, 40)])?.country).toBeNull()
  })

  it('takes the larger of two', () => {
    const lines = [lineAt('B52CNW', 500, 50, 15), lineAt('B97TBD', 100, 100, 40)]
    expect(readPlate(lines)?.value).toBe('B97TBD')
    expect(readPlate(lines.toReversed())?.value).toBe('B97TBD')
  })

  it('joins two boxes side by side, and two rows', () => {
    expect(readPlate([lineAt('TR 05', 100, 100, 40), lineAt('ABG', 230, 100, 40)])?.value).toBe('TR05ABG')
    expect(readPlate([lineAt('TR 05', 100, 100, 40), lineAt('ABG', 105, 145, 40)])?.value).toBe('TR05ABG')
  })

  it.each(['LOGAN', '13112019', '22/10/2019', '2790kg', 'OPEL', '012001/1160281', '50094435', 'TAXI'])(
    '%s is none',
    (text) => {
      expect(readPlate([lineAt(text, 100, 100, 40)])).toBeNull()
    },
  )

  it.each([
    {
      text: '7AB7X',
      name: 'short lines apart',
      place: (at: number) => [(at % 10) * 300, Math.floor(at / 10) * 60],
    },
    {
      text: '7AB7X',
      name: 'short lines in a heap',
      place: (at: number) => [100 + (at % 2) * 62, 100 + at / 100],
    },
    { text: 'A7X9 '.repeat(20), name: 'long lines', place: (at: number) => [100, at * 30] },
  ])('works in proportion for 300 $name, and finds the plate among them', async ({ text, place }) => {
    const lines = Array.from({ length: 300 }, (_, at) => {
      const [x = 0, y = 0] = place(at)
      const line = lineAt(text, x, y, 20)
      // Never without doubt: a search has something to search.
      const values = line.frames.values.map((value, index) => value * 0.9 + (index % 9 === 0 ? 0.02 : 0))
      return { ...line, frames: { ...line.frames, values } }
    })
    const module = new URL('./plate.ts', import.meta.url)
    const given = [...lines, lineAt('B·96 TBH', 5000, 5000, 60)]
    const { blocks, answer } = await countBlocks(module, 'readPlate', given)
    expect(answer).toMatchObject({ value: 'B96TBH' })
    // 11.5 million for the heap, in which every line has neighbors.
    expect(blocks).toBeLessThan(16_000_000)
  })

  it('is looked for among the 200 tallest lines that are not too long', () => {
    const lines = Array.from({ length: 200 }, (_, at) => lineAt('LOGAN', 100, at * 100, 40))
    const plate = lineAt('B96TBH', 900, 900, 20)
    expect(readPlate([plate, ...lines.slice(1)])?.value).toBe('B96TBH')
    expect(readPlate([plate, ...lines])).toBeNull()
    const long = lines.map(({ corners }) => lineAt('LOGAN OF MANY WORDS', ...corners[0], 40))
    expect(readPlate([plate, ...long])?.value).toBe('B96TBH')
  })

  it('a plate of a country that is not listed is not bent into one', () => {
    expect(readPlate([lineAt('T7864', 100, 100, 40)])).toBeNull()
    expect(readPlate([lineAt('7ABC123X9', 100, 100, 40)])).toBeNull()
    expect(readPlate([])).toBeNull()
  })
})
