import { type ConsoleLanguage, DEFAULT_LANGUAGE, isConsoleLanguage } from '@walkaround/catalog/languages'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

const LANGUAGE_KEY = 'walkaround.language'

// One file for each area of the console and language, fetched when somebody reads it.
const FILES = import.meta.glob<{ default: object }>('./*/*.json')

const files: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, area, callback) => {
    const load = FILES[`./${language}/${area}.json`]
    if (!load) return callback(new Error(`There are no words for ${area} in ${language}.`), null)
    load().then(
      (words) => callback(null, words.default),
      (error) => callback(error, null),
    )
  },
}

export async function startWords(): Promise<void> {
  const saved = localStorage.getItem(LANGUAGE_KEY) ?? ''
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find(isConsoleLanguage)
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: isConsoleLanguage(saved) ? saved : (preferred ?? DEFAULT_LANGUAGE),
      fallbackLng: DEFAULT_LANGUAGE,
      ns: ['shell'],
      defaultNS: 'shell',
      // React escapes what it prints.
      interpolation: { escapeValue: false },
    })
  applyDirection()
}

/** For a look at how the screens stand from right to left. */
export function applyDirection(): void {
  if (new URLSearchParams(location.search).get('dir') === 'rtl') document.documentElement.dir = 'rtl'
}

export async function chooseLanguage(language: ConsoleLanguage): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language)
  await i18next.changeLanguage(language)
}
