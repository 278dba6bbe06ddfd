import { useNavigate, useSearch } from '@tanstack/react-router'
import type { WebhookEndpoint } from '@walkaround/sdk'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../../frame/page-error.tsx'
import { Button } from '../../../look/button.tsx'
import { Note } from '../../pieces/note.tsx'
import { Skeleton } from '../../pieces/skeleton.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { DELIVERY_STATES } from './delivery-search.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { useDeliveries } from './use-deliveries.ts'

const PAGE = '/settings/webhooks/$endpointId'

type Props = { endpoint: WebhookEndpoint; mayWrite: boolean }

/** What was sent to an endpoint in the last 30 days, newest first. */
export function DeliveryLog({ endpoint, mayWrite }: Props) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate({ from: PAGE })
  const { state, delivery: openId } = useSearch({ from: PAGE })
  const log = useDeliveries(endpoint.id, state)
  const [isAsking, setIsAsking] = useState(false)
  const [replayedCount, setReplayedCount] = useState<number | null>(null)
  const canReplay = mayWrite && endpoint.isEnabled !== false
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <section aria-label={t('log.title')} className="rounded-panel border border-line bg-panel">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold text-base">{t('log.title')}</h2>
          <p className="mt-1 max-w-prose text-quiet">{t('log.text')}</p>
        </div>
        {mayWrite ? (
          <Button touch="sm" disabled={!canReplay} onClick={() => setIsAsking(true)}>
            <RotateCcw aria-hidden className="size-4" />
            {t('log.replay')}
          </Button>
        ) : null}
      </div>
      {mayWrite && !canReplay ? <p className="px-5 pb-3 text-quiet">{t('log.disabled')}</p> : null}
      {replayedCount === null ? null : (
        <Note kind={replayedCount > 0 ? 'good' : 'plain'} role="status" className="mx-5 mb-3">
          {t(replayedCount > 0 ? 'replay.done' : 'replay.done_none', { count: replayedCount })}
        </Note>
      )}
      <fieldset className="flex flex-wrap gap-2 border-line border-b px-5 pb-3">
        <legend className="sr-only">{t('log.filter')}</legend>
        {[undefined, ...DELIVERY_STATES].map((name) => (
          <Button
            key={name ?? 'all'}
            size="small"
            aria-pressed={state === name}
            className="h-[30px] px-3 aria-pressed:bg-chosen aria-pressed:font-semibold max-sm:h-[40px]"
            onClick={() => navigate({ search: name ? { state: name } : {}, replace: true })}
          >
            {name ? t(`delivery.state.${name}`) : t('log.all')}
          </Button>
        ))}
      </fieldset>
      {log.error && !log.data ? <PageError error={log.error} reset={() => log.refetch()} /> : null}
      {log.isPending ? (
        <div className="p-5">
          <Skeleton rows={2} />
        </div>
      ) : null}
      {log.data && deliveries.length === 0 ? (
        <p className="p-8 text-center text-quiet">{t(state ? `log.none_${state}` : 'log.none')}</p>
      ) : null}
      <ul aria-label={t('log.title')}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isOpen={delivery.id === openId}
            canReplay={canReplay}
            onToggle={() =>
              navigate({
                search: (before) => ({
                  ...before,
                  delivery: delivery.id === openId ? undefined : delivery.id,
                }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        ))}
      </ul>
      {log.hasNextPage ? (
        <div className="border-line border-t p-3 text-center">
          <Button touch="sm" disabled={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
            {t('log.more')}
          </Button>
        </div>
      ) : null}
      {isAsking ? (
        <ReplayDialog endpointId={endpoint.id} onDone={setReplayedCount} onClose={() => setIsAsking(false)} />
      ) : null}
    </section>
  )
}
