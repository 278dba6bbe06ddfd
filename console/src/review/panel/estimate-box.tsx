import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { useReviewScope } from '../review-context.ts'
import { isKept } from '../review-model.ts'
import { EstimateHeadline } from './estimate-headline.tsx'
import { SeverityChip } from './severity-chip.tsx'

/** What it all costs, and how many damages of each severity there are. */
export function EstimateBox() {
  const { t } = useTranslation('review')
  const { review, screen } = useReviewScope()
  const kept = review.findings.filter(isKept)
  return (
    <section
      aria-label={t('estimate.label')}
      className="flex items-start justify-between gap-3 rounded-panel border border-line bg-panel p-3"
    >
      <div>
        <EstimateHeadline review={review} />
        {review.total === null ? null : (
          <Button
            kind="ghost"
            size="small"
            className="-ms-2 mt-1 text-accent"
            onClick={() => screen.setState({ dialog: 'estimate' })}
          >
            {t('estimate.why')}
          </Button>
        )}
      </div>
      <ul className={classes('grid justify-items-end gap-1', kept.length === 0 && 'hidden')}>
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
