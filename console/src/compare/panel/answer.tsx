import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../look/use-money.ts'
import { MINOR } from '../charge.tsx'
import { useCompare } from '../compare-context.ts'
import { Signals } from './signals.tsx'

/** The answer first, then what it costs, then whether the pictures can be trusted. */
export function Answer() {
  const { t } = useTranslation('compare')
  const { compared, charges } = useCompare()
  const money = useMoney(compared.currency ?? 'EUR')
  const text = useAnswer()
  const { confirmed, proposed } = charges
  return (
    <section aria-label={t('answer.label')} className="rounded-panel border border-line bg-panel px-4 py-3">
      <h2 className="font-bold text-xl">{text}</h2>
      {confirmed === null || proposed === null ? null : (
        <p className="text-quiet">
          {t('answer.confirmed', { amount: money(confirmed / MINOR) })}
          {proposed > 0 ? `, ${t('answer.proposed', { amount: money(proposed / MINOR) })}` : ''}
        </p>
      )}
      {compared.status !== 'DONE' ? null : compared.signals.length > 0 ? (
        <details className="mt-1">
          <summary className="flex cursor-pointer items-center gap-1.5 py-1 font-medium text-warn text-sm">
            <TriangleAlert aria-hidden className="size-4" />
            {t('answer.signals', { count: compared.signals.length })}
          </summary>
          <Signals />
        </details>
      ) : (
        <p className="mt-1 flex items-center gap-1.5 text-good text-sm">
          <ShieldCheck aria-hidden className="size-4" />
          {t('answer.no_signals')}
        </p>
      )}
    </section>
  )
}

/** "2 new, 1 worsened"; without these, what else is there. */
function useAnswer(): string {
  const { t } = useTranslation('compare')
  const { compared, counts } = useCompare()
  const said = (['new', 'worsened'] as const).filter((verdict) => counts[verdict] > 0)
  const unclear = counts.uncertain + counts.not_comparable
  if (said.length > 0)
    return said.map((verdict) => t(`count.${verdict}`, { count: counts[verdict] })).join(', ')
  if (compared.status === 'IN_PROGRESS') return t('answer.running')
  if (unclear > 0) return t('answer.unclear', { count: unclear })
  return t('nothing.title')
}
