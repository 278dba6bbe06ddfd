import type { WebhookDelivery } from '@walkaround/sdk'
import { CircleCheck, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DeliveryState } from './delivery-search.ts'

const LOOKS: Record<DeliveryState | 'retrying', { icon: LucideIcon; look: string }> = {
  pending: { icon: Clock, look: 'text-quiet' },
  retrying: { icon: TriangleAlert, look: 'text-bad' },
  delivered: { icon: CircleCheck, look: 'text-good' },
  failed: { icon: CircleX, look: 'text-bad' },
}

/** What waits has failed before, or is only on its way: people look for the first. */
export function DeliveryStateMark({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('settings')
  const { state = 'pending', attemptCount = 0, nextAttemptAt } = delivery
  const isRetrying = state === 'pending' && attemptCount > 0 && !!nextAttemptAt
  const shown = isRetrying ? 'retrying' : state
  const { icon: Icon, look } = LOOKS[shown]
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium ${look}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`delivery.state.${shown}`)}
    </span>
  )
}
