type Row = {
  /** What the language calls itself. */
  name: string
  /** Numbers, dates and money are written as in this place. */
  locale: string
  /** Whether the console speaks it, too. */
  console: boolean
}

/** The languages of labels and reports, in the order people choose from. */
const ROWS = {
  // English with the units and dates of most of its readers outside the United States.
  en: { name: 'English', locale: 'en-GB', console: true },
  fr: { name: 'Français', locale: 'fr-FR', console: true },
  de: { name: 'Deutsch', locale: 'de-DE', console: true },
  es: { name: 'Español', locale: 'es-ES', console: false },
  it: { name: 'Italiano', locale: 'it-IT', console: false },
  nl: { name: 'Nederlands', locale: 'nl-NL', console: false },
} as const satisfies Record<string, Row>

export type Language = keyof typeof ROWS
export type ConsoleLanguage = {
  [Code in Language]: (typeof ROWS)[Code] extends { console: true } ? Code : never
}[Language]

export const LANGUAGES: readonly Language[] = Object.keys(ROWS).filter(isLanguage)
export const CONSOLE_LANGUAGES: readonly ConsoleLanguage[] = LANGUAGES.filter(isConsoleLanguage)
export const DEFAULT_LANGUAGE = 'en' satisfies ConsoleLanguage

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(ROWS, text)
}

export function isConsoleLanguage(text: string): text is ConsoleLanguage {
  return isLanguage(text) && ROWS[text].console
}

export function nameOfLanguage(language: Language): string {
  return ROWS[language].name
}

export function localeOf(language: Language): string {
  return ROWS[language].locale
}
