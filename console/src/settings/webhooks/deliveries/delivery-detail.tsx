import { Link } from '@tanstack/react-router'
import { replayWebhookDelivery, type WebhookDelivery } from '@walkaround/sdk'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../look/button.tsx'
import { useClient } from '../../../service/service-context.ts'
import { ErrorNote } from '../../pieces/error-note.tsx'
import { ExactMoment, Moment } from '../../pieces/moment.tsx'
import { Note } from '../../pieces/note.tsx'
import { useChange } from '../use-webhooks.ts'
import { AttemptMeaning } from './attempt-meaning.tsx'
import { AttemptTable } from './attempt-table.tsx'
import { useDelivery } from './use-deliveries.ts'

type Props = { delivery: WebhookDelivery; canReplay: boolean }

/** One event: each attempt to send it, what went wrong, when it is tried next, and the way to send it again. */
export function DeliveryDetail({ delivery, canReplay }: Props) {
  const { t } = useTranslation('settings')
  const client = useClient()
  const endpointId = delivery.endpointId ?? ''
  const { data: read } = useDelivery(endpointId, delivery.id)
  const replay = useChange(() => replayWebhookDelivery(client, endpointId, delivery.id))
  const attempts = read?.attempts ?? []
  const last = attempts.at(-1)
  const { state, nextAttemptAt, inspectionId, eventType, eventId } = read ?? delivery
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <Fact name={t('delivery.event')}>
          <code className="font-mono text-sm">{eventType}</code>
        </Fact>
        <Fact name={t('delivery.event_id')}>
          <code className="break-all font-mono text-sm">{eventId}</code>
        </Fact>
        {delivery.createdAt ? (
          <Fact name={t('delivery.created')}>
            <ExactMoment at={delivery.createdAt} />
          </Fact>
        ) : null}
        {inspectionId ? (
          <Fact name={t('delivery.inspection')}>
            <Link
              to="/inspections/$inspectionId"
              params={{ inspectionId }}
              className="inline-flex min-h-[24px] items-center break-all text-accent underline underline-offset-4"
            >
              {inspectionId}
            </Link>
          </Fact>
        ) : null}
      </dl>
      {attempts.length > 0 ? <AttemptTable attempts={attempts} /> : null}
      {last && last.statusClass !== '2xx' ? (
        <Note kind={state === 'failed' ? 'bad' : 'plain'}>
          {state === 'pending' && nextAttemptAt ? (
            <p className="font-semibold">
              {t('delivery.next')} <Moment at={nextAttemptAt} />
            </p>
          ) : null}
          {state === 'failed' ? (
            <p className="font-semibold">{t(eventType === 'webhook.test' ? 'test.once' : 'delivery.over')}</p>
          ) : null}
          <AttemptMeaning attempt={last} />
        </Note>
      ) : null}
      {state === 'pending' && attempts.length === 0 ? (
        <p className="text-quiet">{t('delivery.due')}</p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {canReplay ? (
          <Button touch="sm" disabled={replay.isPending} onClick={() => replay.mutate(undefined)}>
            <RotateCcw aria-hidden className="size-4" />
            {t(state === 'pending' ? 'delivery.now' : 'delivery.replay')}
          </Button>
        ) : null}
        <p className="min-w-0 flex-1 basis-60 text-quiet text-sm">
          {t('delivery.body')}{' '}
          <a
            href="/docs/events#what-you-get"
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-4"
          >
            {t('delivery.body_link')}
          </a>
        </p>
      </div>
      <ErrorNote error={replay.error} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-quiet text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
