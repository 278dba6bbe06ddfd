import { useParams } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@walkaround/sdk'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../frame/page-error.tsx'
import { ExactMoment, Moment } from '../pieces/moment.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { DeliveryLog } from './deliveries/delivery-log.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointHealth } from './endpoint-health.tsx'
import { EndpointStateMark } from './endpoint-state.tsx'
import { EventNames } from './event-names.tsx'
import { Forbidden } from './forbidden.tsx'
import { TestResult } from './test-result.tsx'
import { useReach } from './use-reach.ts'
import { isGone, nameOf, useEndpoint } from './use-webhooks.ts'

/** One endpoint: how it does, what can be done with it, and everything that was sent to it. */
export function EndpointPage() {
  const { endpointId } = useParams({ from: '/settings/webhooks/$endpointId' })
  const { t } = useTranslation('settings')
  const mayRead = useReach('read')
  return (
    <>
      <BackLink>{t('webhooks.back')}</BackLink>
      {mayRead ? <Endpoint endpointId={endpointId} /> : <Forbidden action="read" />}
    </>
  )
}

function Endpoint({ endpointId }: { endpointId: string }) {
  const { data: endpoint, error, refetch } = useEndpoint(endpointId)
  const mayWrite = useReach('write')
  const [testedId, setTestedId] = useState<string | null>(null)
  if (error && (!endpoint || isGone(error))) return <PageError error={error} reset={() => refetch()} />
  if (!endpoint) return <Skeleton rows={3} />
  return (
    <>
      <div className="-mt-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words font-semibold text-xl">{nameOf(endpoint)}</h1>
          <EndpointStateMark endpoint={endpoint} />
        </div>
        <p className="mt-1 break-all font-mono text-quiet text-sm">{endpoint.url}</p>
      </div>
      {mayWrite ? <EndpointActions endpoint={endpoint} onTested={setTestedId} /> : null}
      {testedId ? (
        <TestResult
          key={testedId}
          endpointId={endpoint.id}
          deliveryId={testedId}
          onClose={() => setTestedId(null)}
        />
      ) : null}
      <EndpointHealth endpoint={endpoint} />
      <Facts endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} mayWrite={mayWrite} />
    </>
  )
}

function Facts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('settings')
  return (
    <dl className="grid gap-x-8 gap-y-4 rounded-panel border border-line bg-panel p-5 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name={t('webhooks.events')} className="sm:col-span-2 lg:col-span-3">
        <EventNames types={endpoint.eventTypes ?? null} most={Number.POSITIVE_INFINITY} />
      </Fact>
      <Fact name={t('webhooks.last_attempt')}>
        {endpoint.lastAttemptAt ? <Moment at={endpoint.lastAttemptAt} /> : t('webhooks.never')}
      </Fact>
      <Fact name={t('webhooks.created')}>
        {endpoint.createdAt ? <Moment at={endpoint.createdAt} /> : null}
        {endpoint.createdBy ? ` · ${endpoint.createdBy}` : ''}
      </Fact>
      {endpoint.previousSecretUntil ? (
        <Fact name={t('webhooks.previous_secret')}>
          <ExactMoment at={endpoint.previousSecretUntil} />
        </Fact>
      ) : null}
    </dl>
  )
}

function Fact({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={className}>
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
