import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { NumberInput } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { isWholeNumber, useForm } from '../../look/use-form.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Panel } from '../pieces/panel.tsx'
import { useObjectionSettings, useUpdatePromise } from './use-objections.ts'

const DAYS_MAX = 365

/** Within how many days the organization promises an answer. */
export function PromisePanel({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('objections')
  const { data: settings, error } = useObjectionSettings()
  return (
    <Panel title={t('promise.title')} text={t('promise.text')}>
      <ErrorNote error={settings ? null : error} />
      {settings && mayWrite ? (
        <PromiseForm key={settings.version} days={settings.answerDays} version={settings.version} />
      ) : null}
      {settings && !mayWrite ? (
        <p className="mt-3">{t('promise.days', { count: settings.answerDays })}</p>
      ) : null}
    </Panel>
  )
}

function PromiseForm({ days, version }: { days: number; version: number }) {
  const { t } = useTranslation('objections')
  const save = useUpdatePromise(version)
  const { values, bind, wrong, onSubmit } = useForm({ days: String(days) }, (form) => ({
    days: isWholeNumber(form.days, 1, DAYS_MAX) ? undefined : t('promise.wrong'),
  }))
  const wanted = Number(values.days)
  return (
    <form noValidate className="mt-3" onSubmit={onSubmit(() => save.mutate(wanted))}>
      <Field label={t('promise.field')} error={wrong.days}>
        <div className="flex flex-wrap items-center gap-3">
          <NumberInput className="w-28" {...bind('days')} />
          <Button type="submit" disabled={wanted === days || save.isPending} touch="sm">
            {t('promise.save')}
          </Button>
        </div>
      </Field>
      <ErrorNote error={save.error} />
    </form>
  )
}
