import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
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
  const id = useId()
  const [text, setText] = useState(String(days))
  const save = useUpdatePromise(version)
  const wanted = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  const isWrong = wanted < 1 || wanted > DAYS_MAX
  return (
    <form
      noValidate
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) save.mutate(wanted)
      }}
    >
      <label htmlFor={id} className="font-medium">
        {t('promise.field')}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <input
          id={id}
          inputMode="numeric"
          value={text}
          aria-invalid={isWrong}
          aria-describedby={`${id}-wrong`}
          onChange={(event) => setText(event.target.value)}
          className="h-9 w-28 rounded-control border border-line bg-panel px-3 tabular-nums aria-invalid:border-bad max-sm:h-[44px] max-sm:text-base"
        />
        <Button type="submit" disabled={isWrong || wanted === days || save.isPending} touch="sm">
          {t('promise.save')}
        </Button>
      </div>
      <p id={`${id}-wrong`} role="alert" className="mt-1 text-bad">
        {isWrong ? t('promise.wrong') : ''}
      </p>
      <ErrorNote error={save.error} />
    </form>
  )
}
