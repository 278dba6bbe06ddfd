import type { LabelSet } from './labels/label-set.ts'
import type { Language } from './languages.ts'

const LOADERS: Record<Language, () => Promise<LabelSet>> = {
  en: async () => (await import('./labels/en.ts')).en,
  fr: async () => (await import('./labels/fr.ts')).fr,
  de: async () => (await import('./labels/de.ts')).de,
  es: async () => (await import('./labels/es.ts')).es,
  it: async () => (await import('./labels/it.ts')).it,
  nl: async () => (await import('./labels/nl.ts')).nl,
}

/** The words of one language, for browsers: those of all of them are as large as a screen of the console. */
export function loadLabels(language: Language): Promise<LabelSet> {
  return LOADERS[language]()
}
