import { LANGUAGES, nameOfLanguage } from '@walkaround/catalog/languages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../look/controls.tsx'
import { FieldGroup } from '../../look/field.tsx'

type Props = { consent: Record<string, string>; onChange: (consent: Record<string, string>) => void }

const CONSENT_CHARACTERS_MAX = 5_000

/** The text to agree to before the first picture, in one language at a time. */
export function ConsentFields({ consent, onChange }: Props) {
  const { t } = useTranslation('capture')
  const written = LANGUAGES.filter((code) => consent[code]?.trim())
  const [language, setLanguage] = useState(written[0] ?? LANGUAGES[0] ?? 'en')
  return (
    <FieldGroup look="strong" label={t('form.consent')} hint={t('form.consent_text')} className="mt-5">
      <div className="mb-2 flex flex-wrap gap-1">
        {LANGUAGES.map((code) => (
          <button
            key={code}
            type="button"
            aria-pressed={code === language}
            onClick={() => setLanguage(code)}
            className="inline-flex min-h-[28px] items-center gap-1 rounded-control border border-line px-2 aria-pressed:bg-chosen max-sm:min-h-[44px]"
          >
            {nameOfLanguage(code)}
            {written.includes(code) ? <span className="text-good">{t('form.consent_written')}</span> : null}
          </button>
        ))}
      </div>
      <TextArea
        key={language}
        aria-label={t('form.consent_in', { language: nameOfLanguage(language) })}
        lang={language}
        rows={4}
        maxLength={CONSENT_CHARACTERS_MAX}
        value={consent[language] ?? ''}
        onValue={(text) => onChange({ ...consent, [language]: text })}
      />
    </FieldGroup>
  )
}
