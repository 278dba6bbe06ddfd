import { replayWebhookDeliveries } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../service/service-context.ts'
import { ConfirmDialog } from '../../pieces/confirm-dialog.tsx'
import { useChange } from '../use-webhooks.ts'

const DAY_MS = 86_400_000
const field =
  'mt-1 h-9 w-full rounded-control border border-line bg-panel px-3 max-sm:h-[44px] max-sm:text-base'

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
        <div>
          <label htmlFor={`${id}-since`} className="font-semibold">
            {t('replay.since')}
          </label>
          <input
            id={`${id}-since`}
            type="datetime-local"
            value={since}
            onChange={(event) => setSince(event.target.value)}
            className={field}
          />
        </div>
        <div>
          <label htmlFor={`${id}-until`} className="font-semibold">
            {t('replay.until')}
          </label>
          <input
            id={`${id}-until`}
            type="datetime-local"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            className={field}
          />
        </div>
      </div>
      <fieldset className="mt-4">
        <legend className="font-semibold">{t('replay.which')}</legend>
        {[true, false].map((onlyFailed) => (
          <label key={String(onlyFailed)} className="flex min-h-[28px] items-start gap-2 max-sm:min-h-[44px]">
            <input
              type="radio"
              name={`${id}-which`}
              checked={isOnlyFailed === onlyFailed}
              onChange={() => setIsOnlyFailed(onlyFailed)}
              className="mt-1 size-[18px] shrink-0 accent-accent"
            />
            <span className="py-0.5">
              {t(onlyFailed ? 'replay.failed' : 'replay.all')}
              {onlyFailed ? null : <span className="block text-quiet text-sm">{t('replay.all_text')}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}

/** As the field of the browser wants it: the time of the person, without a zone. */
function localTime(ms: number): string {
  const date = new Date(ms)
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
