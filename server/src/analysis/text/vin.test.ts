import { describe, expect, it } from 'vitest'
import { lineAt } from '../../../test/text-lines.ts'
import { readVin, scoreVin } from '../tasks/images-ocr/read-vin.ts'
import { joinedReadings } from '../tasks/images-ocr/search-vin.ts'
import { BLANK, FRAME_SIZE, type Frames, framesOfText, SYMBOLS } from './frames.ts'
import { checkDigitOf, decodeVin, hasRightCheckDigit, isVin } from './vin.ts'

describe('check digit', () => {
  it.each(['1M8GDM9AXKP042788', '1HGBH41JXMN109186', '5GZCZ43D13S812715', '11111111111111111'])(
    'of %s is right',
    (vin) => {
      expect(hasRightCheckDigit(vin)).toBe(true)
      expect(checkDigitOf(vin)).toBe('right')
    },
  )

  it('a changed character makes it wrong where the law asks for it', () => {
    expect(checkDigitOf('1M8GDM9AXKP042789')).toBe('wrong')
    expect(checkDigitOf('LFV3A23C8A3012345')).toBe('wrong')
  })

  it('says nothing of a European VIN', () => {
    expect(checkDigitOf('WVWZZZ1KZ8M123458')).toBe('not_used')
    expect(checkDigitOf('WDB2110062A123453')).toBe('not_used')
  })
})

describe('decodeVin', () => {
  it.each([
    ['WVWZZZ1KZ8M123458', 'Europe', 'DE', ['Volkswagen'], [2008, 2038]],
    ['1HGBH41JXMN109186', 'North America', 'US', ['Honda'], [1991]],
    ['5YJ3E1EA7KF317000', 'North America', 'US', ['Tesla'], [2019]],
    ['VF1KG0B0526123154', 'Europe', 'FR', ['Renault'], [2002, 2032]],
    ['UU1KSDA1H40000001', 'Europe', 'RO', ['Dacia', 'Renault'], [2004, 2034]],
    ['LFV3A23C8A3012345', 'Asia', 'CN', ['FAW-Volkswagen', 'Volkswagen'], [1980, 2010]],
    ['SJNFBAF15U6123450', 'Europe', 'GB', ['Nissan'], []],
  ])('%s', (vin, region, country, manufacturers, model_years) => {
    expect(decodeVin(vin)).toMatchObject({ region, country, manufacturers, model_years })
  })

  it('a VIN has 17 characters and no I, O, Q', () => {
    expect(isVin('WVWZZZ1KZ8M123458')).toBe(true)
    expect(isVin('WVWZZZ1KZ8M12345')).toBe(false)
    expect(isVin('WVWZZZ1KZ8MI23458')).toBe(false)
  })
})

/** Frames of a text of which one character is in doubt. */
function doubtful(text: string, at: number, other: string, share: number): Frames {
  const frames = framesOfText(text)
  const start = at * 2 * FRAME_SIZE
  frames.values[start + SYMBOLS.indexOf(text.charAt(at))] = 1 - share
  frames.values[start + SYMBOLS.indexOf(other)] = share
  return frames
}

describe('readVin', () => {
  it('takes I for 1 and O and Q for 0, and passes stars and spaces', () => {
    expect(readVin([framesOfText('*WOL OAHL4898OI2Q42*')])?.value).toBe('W0L0AHL4898012042')
    expect(readVin([framesOfText('VF1KGOBO526123I54')])?.value).toBe('VF1KG0B0526123154')
  })

  it('finds the number beside a word', () => {
    expect(readVin([framesOfText('VIN: WVWZZZ1KZ8M123458')])?.value).toBe('WVWZZZ1KZ8M123458')
  })

  it('repairs a lookalike by the check digit where there must be one, and keeps what was read', () => {
    const read = readVin([framesOfText('1HG8H41JXMN109186')])
    expect(read).toMatchObject({
      value: '1HGBH41JXMN109186',
      check_digit: 'right',
      decoded: { region: 'North America', country: 'US', manufacturers: ['Honda'], model_years: [1991] },
    })
    expect(read?.confidence).toBeLessThan(0.9)
    const beside = read?.candidates.slice(1) ?? []
    expect(beside.length).toBeGreaterThan(0)
  })

  it('never repairs a European VIN for its check digit alone', () => {
    expect(readVin([framesOfText('WDB2110062A123453')])?.value).toBe('WDB2110062A123453')
  })

  it('prefers the runner-up that is a known maker, and leaves alone what was read without doubt', () => {
    expect(readVin([doubtful('WNGZZZ1TZ4W012342', 1, 'V', 0.1)])?.value).toBe('WVGZZZ1TZ4W012342')
    expect(readVin([framesOfText('WNGZZZ1TZ4W012342')])?.value).toBe('WNGZZZ1TZ4W012342')
  })

  it('readings outvote one that differs', () => {
    const right = framesOfText('WBADL82060CA12346')
    const read = readVin([right, framesOfText('WBADL82060CA12348'), right, right])
    expect(read?.value).toBe('WBADL82060CA12346')
    expect(read?.candidates.map(({ value }) => value)).toContain('WBADL82060CA12348')
  })

  it('a runner-up becomes a candidate', () => {
    const read = readVin([doubtful('WBADL82060CA12346', 16, '9', 0.3)])
    expect(read?.candidates.slice(0, 2).map(({ value }) => value)).toEqual([
      'WBADL82060CA12346',
      'WBADL82060CA12349',
    ])
  })

  it('is nothing without 17 characters', () => {
    expect(readVin([framesOfText('WBADL82060CA1234')])).toBeNull()
    expect(readVin([])).toBeNull()
  })

  it('trusts a text that is no VIN less', () => {
    const sure = readVin([framesOfText('1HGBH41JXMN109186')])?.confidence ?? 0
    const odd = readVin([framesOfText('DA1MLERCHRYSLERAG')])?.confidence ?? 1
    expect(sure).toBeGreaterThan(0.8)
    expect(odd).toBeLessThan(0.05)
    expect(scoreVin('DA1MLERCHRYSLERAG')).toBeLessThan(scoreVin('WVWZZZ1KZ8M123458'))
  })

  it('is put together from two lines, one under the other', () => {
    const lines = [lineAt('WVWZZZ1K', 100, 100), lineAt('Z8M123458', 100, 125), lineAt('2040KG', 100, 300)]
    expect(joinedReadings(lines).map(({ value }) => value)).toEqual(['WVWZZZ1KZ8M123458'])
    expect(joinedReadings([lineAt('WVWZZZ1K', 100, 100), lineAt('Z8M123458', 100, 400)])).toEqual([])
  })
})

describe('frames', () => {
  it('hold one blank after each character', () => {
    const { count, values } = framesOfText('A?')
    expect(count).toBe(4)
    expect(values[SYMBOLS.indexOf('A')]).toBe(1)
    expect(values[2 * FRAME_SIZE + BLANK]).toBe(1)
  })
})
