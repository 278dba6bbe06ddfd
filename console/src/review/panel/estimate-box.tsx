import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useMoney } from '../../look/use-money.ts'
import { useReviewScope } from '../review-context.ts'
import { isKept } from '../review-model.ts'
import { SeverityChip } from './severity-chip.tsx'

/** What it all costs, and how many damages of each severity there are. */
export function EstimateBox() {
  const { t } = useTranslation('review')
  const { review, screen } = useReviewScope()
  const money = useMoney(review.currency)
  const kept = review.findings.filter(isKept)
  return (
    <section
      aria-label={t('estimate.label')}
      className="flex items-start justify-between gap-3 rounded-panel border border-line bg-panel p-3"
    >
      <div>
        <p className="font-bold text-2xl tabular-nums">
          {review.total === null ? t('estimate.none') : money(review.total)}
        </p>
        <p className="text-quiet">{t('estimate.damages', { count: kept.length })}</p>
        <Button
          kind="ghost"
          size="small"
          className="-ms-2 mt-1 text-accent"
          onClick={() => screen.setState({ dialog: 'estimate' })}
        >
          {t('estimate.why')}
        </Button>
      </div>
      <ul className="grid justify-items-end gap-1">
        {[3, 2, 1].map((level) => (
          <li key={level} className="flex items-center gap-2">
            <span className="tabular-nums">{kept.filter((one) => one.level === level).length}</span>
            <SeverityChip level={level} />
          </li>
        ))}
      </ul>
    </section>
  )
}
