import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

export const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

const LANGUAGE_KEY = 'walkaround.language'
const isLanguage = (text: string | null): text is Language => text !== null && text in LANGUAGES

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
  const saved = localStorage.getItem(LANGUAGE_KEY)
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage)
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: isLanguage(saved) ? saved : (preferred ?? 'en'),
      fallbackLng: 'en',
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

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, language)
  await i18next.changeLanguage(language)
}
