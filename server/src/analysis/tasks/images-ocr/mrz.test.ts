import { describe, expect, it } from 'vitest'
import { mrzCheckDigit, readMrz } from './mrz.ts'

const linesOf = (...texts: string[]) => texts.map((text) => ({ text, confidence: 0.9 }))
const valuesOf = (fields: ReturnType<typeof readMrz>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))

// The specimens of ICAO Doc 9303, parts 4 and 5.
const PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]
const CARD = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
]
const OLD_CARD = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6']

describe('readMrz', () => {
  it.each([
    ['L898902C3', '6'],
    ['740812', '2'],
    ['120415', '9'],
    ['880692310285', '8'],
  ])('check digit of %s is %s', (text, digit) => {
    expect(mrzCheckDigit(text)).toBe(digit)
  })

  it('reads a passport', () => {
    expect(valuesOf(readMrz(linesOf('PASSPORT', ...PASSPORT)))).toEqual({
      issuing_country: 'UTO',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      document_number: 'L898902C3',
      nationality: 'UTO',
      date_of_birth: '740812',
      sex: 'F',
      date_of_expiry: '120415',
    })
  })

  it('reads a card of three lines', () => {
    expect(valuesOf(readMrz(linesOf(...CARD)))).toMatchObject({
      document_number: 'D23145890',
      surname: 'ERIKSSON',
      given_names: 'ANNA MARIA',
      date_of_birth: '740812',
    })
  })

  it('reads the older French card', () => {
    expect(valuesOf(readMrz(linesOf('CARTE NATIONALE', ...OLD_CARD)))).toEqual({
      issuing_country: 'FRA',
      surname: 'BERTHIER',
      document_number: '880692310285',
      given_names: 'CORINNE',
      date_of_birth: '651206',
      sex: 'F',
    })
  })

  it('repairs digits, and fillers that were lost or read as quotes', () => {
    const [first = '', second = ''] = PASSPORT
    const lines = linesOf(first.slice(0, -3).replace('<<ANNA', '«ANNA'), second.replace('740812', '74O8I2'))
    expect(valuesOf(readMrz(lines))).toMatchObject({ surname: 'ERIKSSON', date_of_birth: '740812' })
  })

  it('trusts a field less whose check digit is wrong', () => {
    const [first = '', second = ''] = PASSPORT
    const fields = readMrz(linesOf(first, second.replace('L898902C3', 'L898902C8')))
    expect(fields.document_number).toMatchObject({ value: 'L898902C8', confidence: 0.27 })
    expect(fields.date_of_birth?.confidence).toBe(0.9)
  })

  it('finds nothing where there is no such line', () => {
    expect(readMrz(linesOf('PASSPORT', 'PARIS', 'P.2 66'))).toEqual({})
    expect(readMrz(linesOf(PASSPORT[0] ?? ''))).toEqual({})
  })
})
