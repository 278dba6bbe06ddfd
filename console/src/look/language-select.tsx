import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGES,
  type Language,
  nameOfLanguage,
} from '@walkaround/catalog/languages'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from './controls.tsx'

const OPTIONS = LANGUAGES.map((value) => ({ value, label: nameOfLanguage(value), lang: value }))

/** The languages of papers, links and pages, each by its own name. */
export function LanguageSelect(props: Omit<ComponentProps<typeof Select<Language>>, 'options'>) {
  return <Select options={OPTIONS} {...props} />
}

/** The language of the console, which most things are made in first. */
export function useLanguage(): Language {
  const { language } = useTranslation().i18n
  return isLanguage(language) ? language : DEFAULT_LANGUAGE
}
