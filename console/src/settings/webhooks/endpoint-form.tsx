import type { WebhookEndpoint, WebhookEventType } from '@walkaround/sdk'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { buttonLook } from '../../look/button-look.ts'
import { Choice, Input } from '../../look/controls.tsx'
import { Field, FieldGroup } from '../../look/field.tsx'
import { useForm } from '../../look/use-form.ts'
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

/** Address, name and events of an endpoint, for a new one and for one that is changed. */
export function EndpointForm({ endpoint, action, isRunning, error, onSave }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const { values, set, bind, errors, onSubmit } = useForm(
    {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      isAll: !endpoint?.eventTypes,
      chosen: (endpoint?.eventTypes ?? []).filter(isEventType),
    },
    ({ url, isAll, chosen }) => ({
      ...(URL.canParse(url.trim()) ? {} : { url: t('form.url_wrong') }),
      ...(isAll || chosen.length > 0 ? {} : { chosen: t('form.events_wrong') }),
    }),
  )
  const save = () => {
    const { url, description, isAll, chosen } = values
    onSave({ url: url.trim(), description: description.trim() || null, eventTypes: isAll ? null : chosen })
  }
  return (
    <form noValidate onSubmit={onSubmit(save)} className="rounded-panel border border-line bg-panel p-5">
      <Field look="strong" label={t('form.url')} hint={t('form.url_text')} error={errors.url} isRequired>
        <Input
          type="url"
          maxLength={2048}
          placeholder="https://hooks.example.com/walkaround"
          {...bind('url')}
        />
      </Field>
      <Field look="strong" label={t('form.description')} hint={t('form.description_text')} className="mt-4">
        <Input maxLength={500} {...bind('description')} />
      </Field>
      <FieldGroup look="strong" label={t('form.events')} error={errors.chosen} className="mt-5">
        {[true, false].map((all) => (
          <Choice
            key={String(all)}
            type="radio"
            name={`${id}-events`}
            checked={values.isAll === all}
            hint={all ? t('form.all_text') : undefined}
            onValue={() => set({ isAll: all })}
          >
            {t(all ? 'form.all' : 'form.some')}
          </Choice>
        ))}
        {values.isAll ? null : (
          <div className="mt-3 rounded-control border border-line bg-page p-4">
            <EventChoice chosen={values.chosen} onChange={(chosen) => set({ chosen })} />
          </div>
        )}
      </FieldGroup>
      <ErrorNote error={error} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" kind="main" disabled={isRunning} touch="sm" className="max-sm:flex-1">
          {action}
        </Button>
        <WebhooksLink
          endpointId={endpoint?.id}
          className={`${buttonLook({ kind: 'ghost', touch: 'sm' })} max-sm:flex-1`}
        >
          {t('cancel')}
        </WebhooksLink>
      </div>
    </form>
  )
}
