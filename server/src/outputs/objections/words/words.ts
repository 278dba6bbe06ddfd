import type { Language } from '@walkaround/catalog/languages'
import { de } from './de.ts'
import { type ContestWords, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'

export const WORDS: Record<Language, ContestWords> = { en, fr, de, es, it, nl }
