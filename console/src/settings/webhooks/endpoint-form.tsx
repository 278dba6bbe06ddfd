import type { WebhookEndpoint, WebhookEventType } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { WebhooksLink } from './back-link.tsx'
import { EventChoice } from './event-choice.tsx'
import { isEventType } from './events.ts'

export type EndpointFields = {
  url: string
  description: string | null
  eventTypes: WebhookEventType[] | null
}

type Props = {
  endpoint?: WebhookEndpoint
  action: string
  isRunning: boolean
  error: unknown
  onSave: (fields: EndpointFields) => void
}

const field =
  'h-9 w-full rounded-control border border-line bg-panel px-3 aria-invalid:border-bad max-sm:h-[44px] max-sm:text-base'
const choice = 'flex min-h-[28px] items-start gap-2 max-sm:min-h-[44px]'

/** Address, name and events of an endpoint, for a new one and for one that is changed. */
export function EndpointForm({ endpoint, action, isRunning, error, onSave }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [isAll, setIsAll] = useState(!endpoint?.eventTypes)
  const [chosen, setChosen] = useState((endpoint?.eventTypes ?? []).filter(isEventType))
  const [isTried, setIsTried] = useState(false)
  const isUrlWrong = isTried && !URL.canParse(url.trim())
  const isChoiceWrong = isTried && !isAll && chosen.length === 0
  const save = () => {
    setIsTried(true)
    if (!URL.canParse(url.trim()) || (!isAll && chosen.length === 0)) return
    onSave({ url: url.trim(), description: description.trim() || null, eventTypes: isAll ? null : chosen })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="rounded-panel border border-line bg-panel p-5"
    >
      <label htmlFor={`${id}-url`} className="font-semibold">
        {t('form.url')}
      </label>
      <p id={`${id}-url-text`} className="mt-0.5 mb-2 text-quiet text-sm">
        {t('form.url_text')}
      </p>
      <input
        id={`${id}-url`}
        type="url"
        required
        value={url}
        maxLength={2048}
        placeholder="https://hooks.example.com/walkaround"
        aria-invalid={isUrlWrong}
        aria-describedby={`${id}-url-text ${id}-url-wrong`}
        onChange={(event) => setUrl(event.target.value)}
        className={field}
      />
      <p id={`${id}-url-wrong`} role="alert" className="mt-1 text-bad">
        {isUrlWrong ? t('form.url_wrong') : ''}
      </p>
      <label htmlFor={`${id}-description`} className="mt-4 block font-semibold">
        {t('form.description')}
      </label>
      <p id={`${id}-description-text`} className="mt-0.5 mb-2 text-quiet text-sm">
        {t('form.description_text')}
      </p>
      <input
        id={`${id}-description`}
        value={description}
        maxLength={500}
        aria-describedby={`${id}-description-text`}
        onChange={(event) => setDescription(event.target.value)}
        className={field}
      />
      <fieldset className="mt-5">
        <legend className="font-semibold">{t('form.events')}</legend>
        {[true, false].map((all) => (
          <label key={String(all)} className={choice}>
            <input
              type="radio"
              name={`${id}-events`}
              checked={isAll === all}
              onChange={() => setIsAll(all)}
              className="mt-1 size-[18px] shrink-0 accent-accent"
            />
            <span className="py-0.5">
              {t(all ? 'form.all' : 'form.some')}
              {all ? <span className="block text-quiet text-sm">{t('form.all_text')}</span> : null}
            </span>
          </label>
        ))}
        {isAll ? null : (
          <div className="mt-3 rounded-control border border-line bg-page p-4">
            <EventChoice chosen={chosen} onChange={setChosen} />
          </div>
        )}
        <p role="alert" className="mt-1 text-bad">
          {isChoiceWrong ? t('form.events_wrong') : ''}
        </p>
      </fieldset>
      <ErrorNote error={error} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" kind="main" disabled={isRunning} touch="sm" className="max-sm:flex-1">
          {action}
        </Button>
        <WebhooksLink
          endpointId={endpoint?.id}
          className="inline-flex h-9 items-center justify-center rounded-control px-3 font-medium hover:bg-raised max-sm:h-[44px] max-sm:flex-1"
        >
          {t('cancel')}
        </WebhooksLink>
      </div>
    </form>
  )
}
