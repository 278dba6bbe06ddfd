import { describe, expect, it } from 'vitest'
import { COMPLIANCE_ISSUES } from './compliance-issues.ts'
import { DAMAGE_TYPES } from './damage-types.ts'
import { labels } from './labels.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { PART_TYPES } from './parts.ts'
import { TASK_NAMES } from './tasks.ts'

const keysOf = (set: object) =>
  Object.entries(set).map(([map, words]) => [map, Object.keys(words).toSorted()])

describe.each(LANGUAGES)('labels in %s', (language) => {
  const set = labels(language)

  it('has a word for everything, and for nothing else', () => {
    expect(Object.keys(set.parts)).toEqual([...PART_TYPES])
    expect(Object.keys(set.damage_types)).toEqual([...DAMAGE_TYPES])
    expect(Object.keys(set.tasks)).toEqual([...TASK_NAMES])
    expect(Object.keys(set.how_to_fix)).toEqual([...COMPLIANCE_ISSUES])
    expect(keysOf(set)).toEqual(keysOf(labels('en')))
  })

  it('no two things of one kind go by the same word', () => {
    for (const [map, words] of Object.entries(set)) {
      const twice = Object.values<string>(words).filter((word, index, all) => all.indexOf(word) !== index)
      expect(twice, map).toEqual([])
    }
  })

  it('words are trimmed, begin with a capital and end without a stop', () => {
    const { how_to_fix, ...names } = set
    for (const word of Object.values(names).flatMap((words) => Object.values<string>(words))) {
      expect(word).toMatch(/^\p{Lu}(?:.*[^.\s])?$/u)
    }
  })

  it('what to do is a whole sentence', () => {
    for (const sentence of Object.values(set.how_to_fix)) expect(sentence).toMatch(/^\p{Lu}\S* .*[^.\s]\.$/u)
  })

  it('left is said of left parts and right of right ones', () => {
    const [left, right] = SIDES[language]
    for (const part of PART_TYPES) {
      if (part.endsWith('_left')) expect(set.parts[part]).toMatch(left)
      if (part.endsWith('_right')) expect(set.parts[part]).toMatch(right)
    }
  })
})

it('no language has borrowed its part names from another', () => {
  for (const language of LANGUAGES) {
    for (const other of LANGUAGES) {
      if (language === other) continue
      const same = PART_TYPES.filter((part) => labels(language).parts[part] === labels(other).parts[part])
      expect(same.length, `${language} and ${other}: ${same}`).toBeLessThan(5)
    }
  }
})

const SIDES: Record<Language, readonly [RegExp, RegExp]> = {
  en: [/\bleft\b/i, /\bright\b/i],
  fr: [/\bgauche\b/, /\bdroite?\b/],
  de: [/\blinks\b/, /\brechts\b/],
  es: [/\bizquierd[oa]\b/, /\bderech[oa]\b/],
  it: [/\bsinistr[oa]\b/, /\bdestr[oa]\b/],
  nl: [/\blinks/, /\brechts/],
}
