import { CONSOLE_LANGUAGES } from '@walkaround/catalog/languages'
import { describe, expect, it } from 'vitest'

type Words = { [key: string]: string | Words }

const FILES = import.meta.glob<Words>('./*/*.json', { eager: true, import: 'default' })
const PLURAL = /_(zero|one|two|few|many|other)$/

/** Each word with what is filled into it; the forms of a plural are one word. */
function placesOf(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, word]): [string, string][] => {
    const name = `${path}${key}`
    if (typeof word !== 'string') return placesOf(word, `${name}.`)
    const places = [...word.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1])
    // A language may say "none" and "one" without the number.
    const told = places.filter((place) => place !== 'count' || !PLURAL.test(key))
    return [[name.replace(PLURAL, ''), [...new Set(told)].toSorted().join()]]
  })
}

const sorted = (words: Words | undefined) => [...new Map(placesOf(words ?? {}))].toSorted()
const areas = Object.keys(FILES).flatMap((file) => /^\.\/en\/(\w+)\.json$/.exec(file)?.[1] ?? [])

describe('words', () => {
  it('are there in the languages of the catalog, and in no other', () => {
    const spoken = new Set(Object.keys(FILES).map((file) => file.split('/')[1]))
    expect([...spoken].toSorted()).toEqual(CONSOLE_LANGUAGES.toSorted())
  })

  it.each(areas)('%s says the same in every language', (area) => {
    const english = sorted(FILES[`./en/${area}.json`])
    expect(english.length).toBeGreaterThan(0)
    for (const language of CONSOLE_LANGUAGES)
      expect(sorted(FILES[`./${language}/${area}.json`]), language).toEqual(english)
  })

  it.each(Object.keys(FILES))('%s leaves no word empty', (file) => {
    const empty = JSON.stringify(FILES[file]).match(/"\w+":"\s*"/g)
    expect(empty).toBe(null)
  })
})
