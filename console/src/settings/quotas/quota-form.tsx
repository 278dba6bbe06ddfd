import { type UpdateQuotasBody, WalkaroundError } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { NumberInput } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { useForm } from '../../look/use-form.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { LIMITS, type Limit, type Quotas, useUpdateQuotas } from './use-quotas.ts'

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
  const { values, bind, wrong, onSubmit } = useForm(
    () => textsOf(quotas),
    (texts) =>
      Object.fromEntries(
        LIMITS.filter(({ limit }) => texts[limit].trim() !== '' && !WHOLE.test(texts[limit].trim())).map(
          ({ limit }) => [limit, t('quotas.wrong')],
        ),
      ),
  )
  const save = useUpdateQuotas(quotas.version)
  const isStale = save.error instanceof WalkaroundError && save.error.code === 'version_stale'
  return (
    <form
      noValidate
      aria-label={t('quotas.change')}
      onSubmit={onSubmit(() => save.mutate(changesOf(quotas, values), { onSuccess: onEnd }))}
      className="rounded-panel border border-line bg-panel p-5"
    >
      <p className="max-w-prose text-quiet">{t('quotas.form_text')}</p>
      {LIMITS.map(({ limit, name }) => (
        <Field
          key={limit}
          look="strong"
          label={t(`quotas.field.${name}`)}
          error={wrong[limit]}
          className="mt-4"
        >
          <NumberInput placeholder={t('quotas.placeholder')} className="max-w-60" {...bind(limit)} />
        </Field>
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
  const changed = LIMITS.filter(({ limit }) => texts[limit].trim() !== before[limit])
  return Object.fromEntries(
    changed.map(({ limit }) => [limit, texts[limit].trim() === '' ? null : Number(texts[limit])]),
  )
}
