import { Link } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@walkaround/sdk'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { Moment } from '../pieces/moment.tsx'
import type { DeliveryState } from './deliveries/delivery-search.ts'
import { EndpointStateMark } from './endpoint-state.tsx'
import { EventNames } from './event-names.tsx'
import { COUNT_SHOWN_MAX, nameOf, useDeliveryCount } from './use-webhooks.ts'

/** An endpoint in short: the whole card leads to it. */
export function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('settings')
  return (
    <li className="relative rounded-panel border border-line bg-panel p-4 hover:bg-raised">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Link
            to="/settings/webhooks/$endpointId"
            params={{ endpointId: endpoint.id }}
            // Covers the card, so that all of it can be pressed.
            className="font-semibold text-base after:absolute after:inset-0 after:rounded-panel"
          >
            {nameOf(endpoint)}
          </Link>
          <p className="break-all text-quiet text-sm">{endpoint.url}</p>
        </div>
        <EndpointStateMark endpoint={endpoint} />
        <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet max-sm:hidden rtl:rotate-180" />
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[1fr_9rem_5rem_5rem]">
        <Fact name={t('webhooks.events')}>
          <EventNames types={endpoint.eventTypes ?? null} most={3} />
        </Fact>
        <Fact name={t('webhooks.last_attempt')}>
          {endpoint.lastAttemptAt ? <Moment at={endpoint.lastAttemptAt} /> : t('webhooks.never')}
        </Fact>
        <Fact name={t('webhooks.waiting')}>
          <Count endpointId={endpoint.id} state="pending" />
        </Fact>
        <Fact name={t('webhooks.failures')}>
          <Count endpointId={endpoint.id} state="failed" />
        </Fact>
      </dl>
    </li>
  )
}

function Count({ endpointId, state }: { endpointId: string; state: DeliveryState }) {
  const { data: count } = useDeliveryCount(endpointId, state)
  if (count === undefined) return <>–</>
  return (
    <span className={classes('tabular-nums', state === 'failed' && count > 0 && 'font-semibold text-bad')}>
      {count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : count}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="max-sm:flex max-sm:justify-between max-sm:gap-4">
      <dt className="shrink-0 text-quiet text-sm">{name}</dt>
      <dd className="max-sm:text-end">{children}</dd>
    </div>
  )
}
