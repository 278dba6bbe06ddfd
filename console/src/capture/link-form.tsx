import type { Language } from '@walkaround/catalog/languages'
import type { CreateCaptureLinkBody } from '@walkaround/sdk'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberInput, Select } from '../look/controls.tsx'
import { Field } from '../look/field.tsx'
import { FormButtons } from '../look/form-buttons.tsx'
import { LanguageSelect, useLanguage } from '../look/language-select.tsx'
import { isWholeNumber, useForm } from '../look/use-form.ts'
import { ErrorNote } from '../settings/pieces/error-note.tsx'
import { useProfileName } from './profile-words.ts'
import { useCaptureProfiles } from './use-capture.ts'

const DAY_S = 86_400
const DEFAULT_PROFILE = 'walk-12'
const USES_MAX = 1_000_000

export type LinkFields = Required<
  Pick<CreateCaptureLinkBody, 'profileId' | 'language' | 'expiresInS' | 'usesMax'>
>

type Values = { profileId: string; language: Language; days: number; uses: string }

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
  const { t } = useTranslation('capture')
  const nameOf = useProfileName()
  const { data: profiles = [], error: profilesError } = useCaptureProfiles()
  const hintId = useId()
  const { values, bind, wrong, onSubmit } = useForm<Values>(
    {
      profileId: DEFAULT_PROFILE,
      language: useLanguage(),
      days: defaults.days,
      uses: String(defaults.usesMax),
    },
    ({ uses }) => ({ uses: isWholeNumber(uses, 1, USES_MAX) ? undefined : t('create.devices_wrong') }),
  )
  const save = () => {
    const { profileId, language, days, uses } = values
    onCreate({ profileId, language, expiresInS: days * DAY_S, usesMax: Number(uses) })
  }
  const offered =
    profiles.length > 0
      ? profiles.map((profile) => ({ value: profile.id, label: nameOf(profile) }))
      : [{ value: DEFAULT_PROFILE, label: t(`shipped.${DEFAULT_PROFILE}`) }]
  return (
    <form noValidate className="mt-4 flex flex-col gap-4" onSubmit={onSubmit(save)}>
      {children}
      <Field label={t('create.profile')}>
        <Select touch="md" options={offered} {...bind('profileId')} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={t('create.language')}>
          <LanguageSelect touch="md" {...bind('language')} />
        </Field>
        <Field label={t('create.expires')}>
          <Select
            touch="md"
            options={days.map((count) => ({ value: count, label: t('create.days', { count }) }))}
            {...bind('days')}
          />
        </Field>
        <Field label={t('create.devices')} error={wrong.uses}>
          <NumberInput
            type="number"
            min={1}
            max={USES_MAX}
            touch="md"
            aria-describedby={hintId}
            className="normal-nums"
            {...bind('uses')}
          />
        </Field>
      </div>
      <p id={hintId} className="text-quiet text-sm">
        {devicesText}
      </p>
      <ErrorNote error={error ?? profilesError} />
      <FormButtons
        cancel={t('cancel')}
        onCancel={onClose}
        action={action}
        isDisabled={isRunning || isIncomplete}
        className="mt-0"
      />
    </form>
  )
}
