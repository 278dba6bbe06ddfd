import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Note } from '../pieces/note.tsx'
import { AttemptMeaning } from './deliveries/attempt-meaning.tsx'
import { useDelivery } from './deliveries/use-deliveries.ts'

type Props = { endpointId: string; deliveryId: string; onClose: () => void }

/** What became of a test event, at once and in words. */
export function TestResult({ endpointId, deliveryId, onClose }: Props) {
  const { t } = useTranslation('settings')
  const { data: delivery } = useDelivery(endpointId, deliveryId)
  const attempt = delivery?.attempts?.at(-1)
  if (!attempt) return null
  const isGood = delivery?.state === 'delivered'
  return (
    <Note kind={isGood ? 'good' : 'bad'} role="status">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{t(isGood ? 'test.arrived' : 'test.failed')}</p>
          <p>
            {t('test.answer', {
              answer: attempt.statusClass ?? t(`attempt.error.${attempt.error}`),
              latency: t(`latency.${attempt.latency}`),
            })}
          </p>
          {isGood ? null : <AttemptMeaning attempt={attempt} />}
        </div>
        <Button kind="ghost" size="small" aria-label={t('close')} onClick={onClose} className="min-h-[28px]">
          <X aria-hidden className="size-4" />
        </Button>
      </div>
    </Note>
  )
}
