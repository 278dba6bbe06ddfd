import { DEFAULT_LANGUAGE, isLanguage, type Language, localeOf } from '@walkaround/catalog/languages'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import en from './en.json'

export type Word = keyof typeof en | PluralStem
type PluralStem = keyof typeof en extends infer Key
  ? Key extends `${infer Stem}_other`
    ? Stem
    : never
  : never
type Values = Record<string, string | number>
type Words = Record<string, string>

const FILES = import.meta.glob<Words>(['./*.json', '!./en.json'], { import: 'default' })

export type Speak = {
  language: Language
  (word: Word, values?: Values): string
}

/** The words of a language. Those that come over the line are fetched once and stay for walks without a signal. */
export async function loadWords(language: Language): Promise<Speak> {
  const words: Words = (await FILES[`./${language}.json`]?.().catch(() => undefined)) ?? en
  return speakerOf(language, words)
}

export function speakerOf(language: Language, words: Words = en): Speak {
  const locale = localeOf(language)
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const show = (value: string | number | undefined) =>
    typeof value === 'number' ? numbers.format(value) : (value ?? '')
  const speak = (word: Word, values: Values = {}) => {
    const { count } = values
    const plural = typeof count === 'number' ? words[`${word}_${rules.select(count)}`] : undefined
    const text = plural ?? words[`${word}_other`] ?? words[word] ?? word
    return text.replace(/\{(\w+)\}/g, (_, name: string) => show(values[name]))
  }
  return Object.assign(speak, { language })
}

/** What the person has chosen, or what their browser speaks. */
export function guessLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const language = tag.split('-')[0] ?? ''
    if (isLanguage(language)) return language
  }
  return DEFAULT_LANGUAGE
}

export const SpeakContext = createContext<Speak>(speakerOf(DEFAULT_LANGUAGE))
export const useWords = () => useContext(SpeakContext)
