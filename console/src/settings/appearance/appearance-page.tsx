import { CONSOLE_LANGUAGES, nameOfLanguage } from '@walkaround/catalog/languages'
import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, currentTheme, THEMES } from '../../look/theme.ts'
import { chooseLanguage } from '../../words/words.ts'
import { Panel } from '../pieces/panel.tsx'

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const
const card =
  'relative flex min-h-[48px] cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2 hover:bg-raised has-checked:border-accent has-checked:bg-chosen has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2'

/** How the console looks and speaks, in this browser. */
export function AppearancePage() {
  const { t, i18n } = useTranslation('settings')
  const [theme, setTheme] = useState(currentTheme)
  // Chosen at once; its words follow when they are loaded.
  const [language, setLanguage] = useState(i18n.language)
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('nav.appearance')}</h1>
        <p className="mt-1 text-quiet">{t('appearance.text')}</p>
      </div>
      <Panel title={t('appearance.theme')} text={t('appearance.theme_text')}>
        <fieldset className="mt-4 grid gap-3 sm:grid-cols-3">
          <legend className="sr-only">{t('appearance.theme')}</legend>
          {THEMES.map((name) => {
            const Icon = ICONS[name]
            return (
              <label key={name} className={card}>
                <input
                  type="radio"
                  name="theme"
                  checked={theme === name}
                  onChange={() => {
                    chooseTheme(name)
                    setTheme(name)
                  }}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                <Icon aria-hidden className="size-5 shrink-0" />
                {t(`appearance.${name}`)}
                {theme === name ? <Check aria-hidden className="ms-auto size-4 text-accent" /> : null}
              </label>
            )
          })}
        </fieldset>
      </Panel>
      <Panel title={t('appearance.language')} text={t('appearance.language_text')}>
        <fieldset className="mt-4 grid gap-3 sm:grid-cols-3">
          <legend className="sr-only">{t('appearance.language')}</legend>
          {CONSOLE_LANGUAGES.map((code) => (
            <label key={code} lang={code} className={card}>
              <input
                type="radio"
                name="language"
                checked={language === code}
                onChange={() => {
                  setLanguage(code)
                  chooseLanguage(code)
                }}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {nameOfLanguage(code)}
              {language === code ? <Check aria-hidden className="ms-auto size-4 text-accent" /> : null}
            </label>
          ))}
        </fieldset>
      </Panel>
    </>
  )
}
