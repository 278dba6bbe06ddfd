import { CAPTURE_STEP_NAMES } from '@walkaround/catalog/capture-steps'
import { LANGUAGES } from '@walkaround/catalog/languages'
import { describe, expect, it } from 'vitest'
import { sightName } from './sight-name.ts'
import { speakerOf } from './words.ts'

const FILES = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })
const wordsOf = (language: string) => FILES[`./${language}.json`] ?? {}

/** Each word with what is filled into it. The form for one may leave out the number. */
const shapeOf = (words: Record<string, string>) =>
  Object.entries(words).map(([key, text]) => {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    return `${key} ${[...new Set(places)].filter((name) => name !== 'count' || !key.endsWith('_one')).toSorted()}`
  })

describe('words', () => {
  it('are there in the languages of the catalog, and in no other', () => {
    expect(Object.keys(FILES).toSorted()).toEqual(
      LANGUAGES.map((language) => `./${language}.json`).toSorted(),
    )
  })

  it.each(LANGUAGES)('%s says everything that English says', (language) => {
    expect(shapeOf(wordsOf(language))).toEqual(shapeOf(wordsOf('en')))
    expect(Object.values(wordsOf(language)).filter((text) => !text.trim())).toEqual([])
  })

  it.each(LANGUAGES)('%s names each photo of a walk differently', (language) => {
    const speak = speakerOf(language, wordsOf(language))
    for (const walk of [8, 12, 16]) {
      const names = CAPTURE_STEP_NAMES.filter((step) => isOfWalk(step, walk)).map((step) =>
        sightName(speak, step),
      )
      expect(new Set(names).size).toBe(walk)
    }
    for (const step of CAPTURE_STEP_NAMES) expect(sightName(speak, step)).not.toMatch(/_|\{|sight\./)
  })
})

const isOfWalk = (step: string, walk: number) => {
  const azimuth = Number(/^around_(\d+)$/.exec(step)?.[1] ?? Number.NaN)
  return Array.from({ length: walk }, (_, n) => Math.round((n * 360) / walk)).includes(azimuth)
}
