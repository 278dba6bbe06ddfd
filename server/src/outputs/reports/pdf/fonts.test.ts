import { labels } from '@walkaround/catalog/labels'
import { LANGUAGES } from '@walkaround/catalog/languages'
import { describe, expect, it } from 'vitest'
import { fontsFor } from './fonts.ts'
import { speak } from './speak.ts'

const familiesOf = (text: string) => fontsFor(text).families

describe('fontsFor', () => {
  const cases: [string, string, string[]][] = [
    ['what Inter has', 'Kratzer, Öl, éraflure, Ωμέγα, Москва €', ['Inter']],
    ['Arabic', 'محمد', ['Inter', 'Noto Sans Arabic']],
    ['Hebrew', 'שלום', ['Inter', 'Noto Sans Hebrew']],
    ['Korean', '한국어', ['Inter', 'NanumGothic']],
    ['Chinese and Japanese', '中文，日本語テスト', ['Inter', 'Noto Sans SC']],
    ['emoji', '🚗👍', ['Inter', 'Noto Emoji']],
    ['what no font has', 'ภาษา', ['Inter']],
  ]
  it.each(cases)('%s', (_name, text, families) => {
    expect(familiesOf(text)).toEqual(families)
    const isMissing = families.length === 1 && families[0] === 'Inter' && text === 'ภาษา'
    const { characters } = fontsFor(text)
    const has = (letter: string) => characters.some((known) => known.has(letter.codePointAt(0) ?? 0))
    expect([...text].every(has)).toBe(!isMissing)
  })

  it('has one font for everything the report says itself', () => {
    for (const language of LANGUAGES) {
      const { words, codes, money, percent, time } = speak({ language, time_zone: 'Europe/Paris' })
      const said = [textsIn(words), textsIn(codes), textsIn(labels(language))].join('')
      const figures = [
        money(-123_456_789, 'EUR'),
        money(5, 'GBP'),
        percent(0.123, 1),
        time('2026-11-14T08:00:00Z'),
      ]
      expect(familiesOf(`${said}${figures.join('')}·–±…\u00a0`)).toEqual(['Inter'])
    }
  })
})

function textsIn(value: unknown): string {
  if (typeof value === 'string') return value
  // What it is called with is printed as it is; the words around it are in the source.
  if (typeof value === 'function') return String(value)
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join('') : ''
}
