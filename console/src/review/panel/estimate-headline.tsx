import { useTranslation } from 'react-i18next'
import { useMoney } from '../../look/use-money.ts'
import { pricedOf, type Review } from '../review-model.ts'
import { useEstimate } from './use-estimate.ts'

/** The sum, between what it may lie, and how many of the damages are in it: a part of the truth says so. */
export function EstimateHeadline({ review }: { review: Review }) {
  const { t } = useTranslation('review')
  const money = useMoney(review.currency)
  const range = useEstimate(review)
  const { priced, total } = pricedOf(review)
  return (
    <>
      {review.total === null ? (
        <p className="font-semibold text-lg text-quiet">{t('estimate.none')}</p>
      ) : (
        <p className="font-bold text-2xl tabular-nums">{money(review.total)}</p>
      )}
      {review.total !== null && range && range.low < range.high ? (
        <p className="text-quiet text-sm tabular-nums">
          {t('estimate.between', { low: money(range.low), high: money(range.high) })}
        </p>
      ) : null}
      {total > 0 ? (
        <p className={priced < total ? 'font-medium text-bad' : 'text-quiet'}>
          {t('estimate.priced', { priced, count: total })}
        </p>
      ) : null}
    </>
  )
}
