import { type UpdateQuotasBody, WalkaroundError } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { LIMITS, type Limit, type Quotas, useUpdateQuotas } from './use-quotas.ts'

const field =
  'h-9 w-full max-w-60 rounded-control border border-line bg-panel px-3 tabular-nums aria-invalid:border-bad max-sm:h-[44px] max-sm:text-base'
const WHOLE = /^\d{1,15}$/

type Texts = Record<Limit, string>

/** Every limit as a number; an empty field is the default of the installation. */
export function QuotaForm({
  quotas,
  onEnd,
  onTake,
}: {
  quotas: Quotas
  onEnd: () => void
  /** Begins anew with what is there now. */
  onTake: () => void
}) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [texts, setTexts] = useState(() => textsOf(quotas))
  const save = useUpdateQuotas(quotas.version)
  const isWrong = (limit: Limit) => texts[limit] !== '' && !WHOLE.test(texts[limit])
  const isStale = save.error instanceof WalkaroundError && save.error.code === 'version_stale'
  return (
    <form
      noValidate
      aria-label={t('quotas.change')}
      onSubmit={(event) => {
        event.preventDefault()
        if (LIMITS.some(({ limit }) => isWrong(limit))) return
        save.mutate(changesOf(quotas, texts), { onSuccess: onEnd })
      }}
      className="rounded-panel border border-line bg-panel p-5"
    >
      <p className="max-w-prose text-quiet">{t('quotas.form_text')}</p>
      {LIMITS.map(({ limit, name }) => (
        <div key={limit} className="mt-4">
          <label htmlFor={`${id}-${name}`} className="mb-1 block font-semibold">
            {t(`quotas.field.${name}`)}
          </label>
          <input
            id={`${id}-${name}`}
            inputMode="numeric"
            value={texts[limit]}
            placeholder={t('quotas.placeholder')}
            aria-invalid={isWrong(limit)}
            aria-describedby={`${id}-${name}-wrong`}
            onChange={(event) => setTexts({ ...texts, [limit]: event.target.value.trim() })}
            className={field}
          />
          <p id={`${id}-${name}-wrong`} role="alert" className="mt-1 text-bad">
            {isWrong(limit) ? t('quotas.wrong') : ''}
          </p>
        </div>
      ))}
      <ErrorNote error={save.error} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="main" type="submit" disabled={save.isPending} touch="sm">
          {t('form.save')}
        </Button>
        <Button onClick={isStale ? onTake : onEnd} touch="sm">
          {t(isStale ? 'form.take_theirs' : 'cancel')}
        </Button>
      </div>
    </form>
  )
}

function textsOf({ overridden, ...quotas }: Quotas): Texts {
  const text = (limit: Limit) =>
    LIMITS.some((row) => row.limit === limit && overridden.includes(row.column)) ? String(quotas[limit]) : ''
  return {
    bytesStoredMax: text('bytesStoredMax'),
    inspectionsPerDayMax: text('inspectionsPerDayMax'),
    uploadsInFlightMax: text('uploadsInFlightMax'),
    requestsPerMinuteMax: text('requestsPerMinuteMax'),
    webhookEndpointsMax: text('webhookEndpointsMax'),
  }
}

/** Only what was changed is sent. */
function changesOf(quotas: Quotas, texts: Texts): UpdateQuotasBody {
  const before = textsOf(quotas)
  const changed = LIMITS.filter(({ limit }) => texts[limit] !== before[limit])
  return Object.fromEntries(
    changed.map(({ limit }) => [limit, texts[limit] === '' ? null : Number(texts[limit])]),
  )
}
