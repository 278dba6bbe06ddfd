import { useTranslation } from 'react-i18next'
import { useDateTime } from '../../look/use-date-time.ts'
import { useCompare } from '../compare-context.ts'
import type { Signal } from '../compare-model.ts'

/** Things about the pair that a person should look at. Never a verdict. */
export function Signals() {
  const { t, i18n } = useTranslation('compare')
  const { compared, earlier, later } = useCompare()
  const detailOf = useDetail()
  const numberOf = (side: typeof earlier, id: string | null) =>
    side.pictures.find((picture) => picture.id === id)?.number
  return (
    <ul className="mt-1 flex max-h-48 flex-col gap-2 overflow-y-auto text-sm">
      {compared.signals.map((signal) => {
        const { earlierImageId, laterImageId } = signal
        const [before, now] = [numberOf(earlier, earlierImageId), numberOf(later, laterImageId)]
        const known = i18n.exists(`compare:signal.${signal.signal}`)
        const where = [
          before ? t('signal.picture', { side: t('side.earlier'), number: before }) : null,
          now ? t('signal.picture', { side: t('side.later'), number: now }) : null,
        ]
        return (
          <li key={`${signal.signal} ${earlierImageId} ${laterImageId} ${signal.values.field ?? ''}`}>
            {known ? t(`signal.${signal.signal}`) : signal.signal.replaceAll('_', ' ')}
            <span className="block text-quiet">
              {[detailOf(signal), ...where].filter(Boolean).join(' · ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function useDetail(): (signal: Signal) => string {
  const { t } = useTranslation('compare')
  const dateTime = useDateTime()
  return ({ signal, values }) => {
    const { earlier, later, days, software, pictures } = values
    if (signal === 'time_contradiction' && later) return dateTime(String(later))
    if (signal === 'identity_differs') return `${earlier} → ${later}`
    if (signal === 'older_than_inspection') return t('signal.days', { count: Number(days) })
    if (signal === 'edited') return String(software ?? '')
    if (signal === 'time_unknown') return t('signal.pictures', { count: Number(pictures ?? 1) })
    return ''
  }
}
