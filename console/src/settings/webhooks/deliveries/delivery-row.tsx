import type { WebhookDelivery } from '@walkaround/sdk'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../../look/class-names.ts'
import { Moment } from '../../pieces/moment.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DeliveryStateMark } from './delivery-state.tsx'

type Props = {
  delivery: WebhookDelivery
  isOpen: boolean
  canReplay: boolean
  onToggle: () => void
}

export function DeliveryRow({ delivery, isOpen, canReplay, onToggle }: Props) {
  const { t } = useTranslation('settings')
  const id = useId()
  const { state = 'pending', attemptCount = 0, nextAttemptAt } = delivery
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="grid min-h-[44px] w-full grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 px-5 py-2 text-start hover:bg-raised sm:grid-cols-[10rem_1fr_6rem_12rem_1rem]"
      >
        <span className="max-sm:order-2 max-sm:justify-self-end">
          <DeliveryStateMark delivery={delivery} />
        </span>
        <span className="min-w-0 max-sm:order-1">
          <span className="block font-medium">{t(`event.${delivery.eventType}`)}</span>
        </span>
        <span className="text-quiet text-sm max-sm:order-3">
          {t('delivery.attempts', { count: attemptCount })}
        </span>
        <span className="text-quiet text-sm max-sm:order-4 max-sm:justify-self-end">
          {state === 'pending' && nextAttemptAt && attemptCount > 0 ? (
            <>
              {t('delivery.again')} <Moment at={nextAttemptAt} />
            </>
          ) : delivery.createdAt ? (
            <Moment at={delivery.createdAt} />
          ) : null}
        </span>
        <ChevronDown
          aria-hidden
          className={classes('size-4 text-quiet max-sm:hidden', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen ? (
        <div id={id} className="px-5 pt-1 pb-5">
          <DeliveryDetail delivery={delivery} canReplay={canReplay} />
        </div>
      ) : null}
    </li>
  )
}
