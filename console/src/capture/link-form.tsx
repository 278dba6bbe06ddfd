import { LANGUAGES, type Language, nameOfLanguage } from '@walkaround/catalog/languages'
import type { CreateCaptureLinkBody } from '@walkaround/sdk'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '../look/form-buttons.tsx'
import { ErrorNote } from '../settings/pieces/error-note.tsx'
import { useProfileName } from './profile-words.ts'
import { useCaptureProfiles } from './use-capture.ts'

const DAY_S = 86_400
const DEFAULT_PROFILE = 'walk-12'

export type LinkFields = Required<
  Pick<CreateCaptureLinkBody, 'profileId' | 'language' | 'expiresInS' | 'usesMax'>
>

type Props = {
  days: readonly number[]
  defaults: { days: number; usesMax: number }
  action: string
  /** What the number of devices means. */
  devicesText: string
  isRunning: boolean
  error: unknown
  onCreate: (fields: LinkFields) => void
  onClose: () => void
  /** More fields, in front of these. */
  children?: ReactNode
  isIncomplete?: boolean
}

const field = 'mt-1 h-9 w-full rounded-control border border-line bg-panel px-3 font-normal max-md:h-[44px]'

/** What a link asks for, in which language, and for how long and how many it works. */
export function LinkForm(props: Props) {
  const {
    days,
    defaults,
    action,
    devicesText,
    isRunning,
    error,
    onCreate,
    onClose,
    children,
    isIncomplete = false,
  } = props
  const { t, i18n } = useTranslation('capture')
  const nameOf = useProfileName()
  const { data: profiles = [], error: profilesError } = useCaptureProfiles()
  const [profileId, setProfileId] = useState(DEFAULT_PROFILE)
  const [language, setLanguage] = useState<Language>(LANGUAGES.find((code) => code === i18n.language) ?? 'en')
  const [validDays, setValidDays] = useState(defaults.days)
  const [usesMax, setUsesMax] = useState(String(defaults.usesMax))
  const uses = Number(usesMax)
  const areUsesWrong = !Number.isInteger(uses) || uses < 1 || uses > 1_000_000
  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (areUsesWrong || isIncomplete) return
        onCreate({ profileId, language, expiresInS: validDays * DAY_S, usesMax: uses })
      }}
    >
      {children}
      <label className="font-medium">
        {t('create.profile')}
        <select value={profileId} onChange={(event) => setProfileId(event.target.value)} className={field}>
          {profiles.length === 0 ? (
            <option value={DEFAULT_PROFILE}>{t(`shipped.${DEFAULT_PROFILE}`)}</option>
          ) : null}
          {profiles.map((profile) => (
            <option key={profile.id} value={profile.id}>
              {nameOf(profile)}
            </option>
          ))}
        </select>
      </label>
      <div className="grid gap-3 sm:grid-cols-3">
        <label className="font-medium">
          {t('create.language')}
          <select
            value={language}
            onChange={(event) =>
              setLanguage(LANGUAGES.find((code) => code === event.target.value) ?? language)
            }
            className={field}
          >
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {nameOfLanguage(code)}
              </option>
            ))}
          </select>
        </label>
        <label className="font-medium">
          {t('create.expires')}
          <select
            value={validDays}
            onChange={(event) => setValidDays(Number(event.target.value))}
            className={field}
          >
            {days.map((count) => (
              <option key={count} value={count}>
                {t('create.days', { count })}
              </option>
            ))}
          </select>
        </label>
        <label className="font-medium">
          {t('create.devices')}
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={1_000_000}
            value={usesMax}
            aria-invalid={areUsesWrong}
            onChange={(event) => setUsesMax(event.target.value)}
            className={`${field} aria-invalid:border-bad`}
          />
        </label>
      </div>
      <p className="text-quiet text-sm">{devicesText}</p>
      <p role="alert" className="text-bad empty:hidden">
        {areUsesWrong ? t('create.devices_wrong') : ''}
      </p>
      <ErrorNote error={error ?? profilesError} />
      <FormButtons
        cancel={t('cancel')}
        onCancel={onClose}
        action={action}
        isDisabled={isRunning || isIncomplete || areUsesWrong}
        className="mt-0"
      />
    </form>
  )
}
