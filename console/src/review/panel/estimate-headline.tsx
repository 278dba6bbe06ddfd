import { useTranslation } from 'react-i18next'
import { useMoney } from '../../look/use-money.ts'
import { pricedOf, type Review } from '../review-model.ts'
import { useStandingEstimate } from './use-standing-estimate.ts'

/** The sum, between what it may lie, and how many of the damages are in it: a part of the truth says so. */
export function EstimateHeadline({ review }: { review: Review }) {
  const { t } = useTranslation('review')
  const money = useMoney(review.currency)
  const standing = useStandingEstimate(review)
  const known = pricedOf(review)
  const { priced, damages } = standing ?? { priced: known.priced, damages: known.total }
  return (
    <>
      {review.total === null ? (
        <p className="font-semibold text-lg text-quiet">{t('estimate.none')}</p>
      ) : (
        <p className="font-bold text-2xl tabular-nums">{money(review.total)}</p>
      )}
      {review.total !== null && standing && standing.low < standing.high ? (
        <p className="text-quiet text-sm tabular-nums">
          {t('estimate.between', { low: money(standing.low), high: money(standing.high) })}
        </p>
      ) : null}
      {damages > 0 ? (
        <p className={priced < damages ? 'font-medium text-bad' : 'text-quiet'}>
          {t('estimate.priced', { priced, count: damages })}
        </p>
      ) : null}
    </>
  )
}
