import { LANGUAGES, type Language, nameOfLanguage } from '@walkaround/catalog/languages'
import type { ComponentProps } from 'react'
import { Select } from './controls.tsx'

const OPTIONS = LANGUAGES.map((value) => ({ value, label: nameOfLanguage(value), lang: value }))

/** The languages of papers, links and pages, each by its own name. */
export function LanguageSelect(props: Omit<ComponentProps<typeof Select<Language>>, 'options'>) {
  return <Select options={OPTIONS} {...props} />
}
