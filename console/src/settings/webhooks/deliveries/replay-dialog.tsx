import { replayWebhookDeliveries } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice, Input } from '../../../look/controls.tsx'
import { Field, FieldGroup } from '../../../look/field.tsx'
import { useClient } from '../../../service/service-context.ts'
import { ConfirmDialog } from '../../pieces/confirm-dialog.tsx'
import { useChange } from '../use-webhooks.ts'

const DAY_MS = 86_400_000

type Props = { endpointId: string; onDone: (eventCount: number) => void; onClose: () => void }

/** Sends the events of a time again: those that were given up, or all of them. */
export function ReplayDialog({ endpointId, onDone, onClose }: Props) {
  const { t } = useTranslation('settings')
  const client = useClient()
  const id = useId()
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS))
  const [until, setUntil] = useState('')
  const [isOnlyFailed, setIsOnlyFailed] = useState(true)
  const replay = useChange(() =>
    replayWebhookDeliveries(client, endpointId, {
      since: new Date(since).toISOString(),
      ...(until ? { until: new Date(until).toISOString() } : {}),
      onlyFailed: isOnlyFailed,
    }),
  )
  const confirm = () => {
    if (!since) return
    replay.mutate(undefined, {
      onSuccess: ({ eventCount }) => {
        onDone(eventCount)
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      title={t('replay.title')}
      text={t('replay.text')}
      action={t('replay.action')}
      isRunning={replay.isPending || !since}
      error={replay.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field look="strong" label={t('replay.since')}>
          <Input type="datetime-local" value={since} onValue={setSince} />
        </Field>
        <Field look="strong" label={t('replay.until')}>
          <Input type="datetime-local" value={until} onValue={setUntil} />
        </Field>
      </div>
      <FieldGroup look="strong" label={t('replay.which')} className="mt-4">
        {[true, false].map((onlyFailed) => (
          <Choice
            key={String(onlyFailed)}
            type="radio"
            name={`${id}-which`}
            checked={isOnlyFailed === onlyFailed}
            hint={onlyFailed ? undefined : t('replay.all_text')}
            onValue={() => setIsOnlyFailed(onlyFailed)}
          >
            {t(onlyFailed ? 'replay.failed' : 'replay.all')}
          </Choice>
        ))}
      </FieldGroup>
    </ConfirmDialog>
  )
}

/** As the field of the browser wants it: the time of the person, without a zone. */
function localTime(ms: number): string {
  const date = new Date(ms)
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
