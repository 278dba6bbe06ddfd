import { de } from './labels/de.ts'
import { en } from './labels/en.ts'
import { es } from './labels/es.ts'
import { fr } from './labels/fr.ts'
import { it } from './labels/it.ts'
import type { LabelSet } from './labels/label-set.ts'
import { nl } from './labels/nl.ts'
import type { Language } from './languages.ts'

export type Labels = LabelSet

const SETS: Record<Language, LabelSet> = { en, fr, de, es, it, nl }

export function labels(language: Language): LabelSet {
  return SETS[language]
}
