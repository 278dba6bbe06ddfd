import { describe, expect, it } from 'vitest'
import { printableIn, printableText, printableTexts } from './printable-text.ts'

const ascii = printableIn([new Set(Array.from({ length: 95 }, (_, at) => 0x20 + at))])

describe('printableText', () => {
  const cases: [string, string, string][] = [
    ['plain text', 'M. Laurent, 12 km', 'M. Laurent, 12 km'],
    ['markup of Typst', '#panic("x") *b* $x$', '#panic("x") *b* $x$'],
    ['a character no font has', 'a中文b', 'a[U+4E2D U+6587]b'],
    ['control characters', 'a\u0007b\u001bc', 'a[U+0007]b[U+001B]c'],
    ['an override of direction', 'AB\u202e21', 'AB[U+202E]21'],
    ['half of a pair', 'a\ud800b', 'a[U+D800]b'],
    ['private characters', 'a\ue000', 'a[U+E000]'],
    ['lines and tabs', 'a\r\n\tb', 'a b'],
    ['a run that is not long', 'XTEST000000000017', 'XTEST000000000017'],
    ['a long run', 'x'.repeat(30), Array.from({ length: 5 }, () => 'xxxxxx').join('\u200b')],
  ]
  it.each(cases)('prints %s', (_name, text, printed) => {
    expect(printableText(text, ascii)).toBe(printed)
  })

  it('prints no letter of one font with an accent of another', () => {
    const letters = new Set([0x61])
    const accents = new Set([0x301])
    expect(printableText('a\u0301', printableIn([letters, accents]))).toBe('[U+0061 U+0301]')
    expect(printableText('a\u0301', printableIn([letters, new Set([0x61, 0x301])]))).toBe('a\u0301')
  })

  it('keeps text of the other direction to itself', () => {
    expect(printableText('שלום', () => true)).toBe('\u2068שלום\u2069')
  })

  it('does not break inside of what is read as one character', () => {
    const family = '👨‍👩‍👧'
    expect(printableText(family.repeat(26), () => true).split('\u200b')[0]).toBe(family.repeat(6))
  })
})

describe('printableTexts', () => {
  it('reaches every text and leaves what is exact', () => {
    const digest = 'a'.repeat(64)
    const printed = printableTexts({ rows: [['中', { exact: digest }]], count: 2, none: null }, ascii)
    expect(printed).toEqual({ rows: [['[U+4E2D]', { exact: digest }]], count: 2, none: null })
  })
})
