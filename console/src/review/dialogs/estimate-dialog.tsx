import { useQuery } from '@tanstack/react-query'
import { type Estimate, getEstimate, WalkaroundError } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useClient } from '../../service/service-context.ts'
import { useReviewScope } from '../review-context.ts'

/** The arithmetic behind the sum, line by line. */
export function EstimateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  const client = useClient()
  const { review } = useReviewScope()
  const { data, error, isPending } = useQuery({
    queryKey: ['inspection', review.id, 'estimate'],
    queryFn: async () => {
      const { entities, result } = await getEstimate(client, review.id)
      return entities.estimates[result] ?? null
    },
    staleTime: 0,
    retry: false,
  })
  const isNotMade = error instanceof WalkaroundError && error.code === 'estimate_not_made'
  return (
    <Dialog open title={t('estimate.title')} onClose={onClose} className="w-[min(52rem,calc(100vw-2rem))]">
      <div className="mt-3">
        {isPending ? <p className="text-quiet">{t('loading')}</p> : null}
        {error ? <p className="text-quiet">{isNotMade ? t('estimate.not_made') : error.message}</p> : null}
        {data ? <EstimateLines estimate={data} /> : null}
      </div>
      <Button className="mt-4" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}

function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { t, i18n } = useTranslation('review')
  const labels = useLabels()
  const format = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency: estimate.currency ?? 'EUR',
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const money = (minor: number | undefined) => format.format((minor ?? 0) / 10 ** digits)
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const sums = [
    [t('estimate.net'), estimate.net],
    [t('estimate.tax'), estimate.tax],
    [t('estimate.total'), estimate.total],
  ] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('estimate.title')}>
      <table className="w-full text-start">
        <thead className="text-quiet text-sm">
          <tr>
            <th className="py-1 pe-3 text-start font-medium">{t('finding.part')}</th>
            <th className="py-1 pe-3 text-start font-medium">{t('estimate.what')}</th>
            <th className="py-1 pe-3 text-end font-medium">{t('estimate.quantity')}</th>
            <th className="py-1 pe-3 text-end font-medium">{t('estimate.unit')}</th>
            <th className="py-1 text-end font-medium">{t('estimate.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {(estimate.parts ?? []).flatMap((part) =>
            part.lines.map((line) => (
              <tr key={line.id} className="border-line border-t">
                <td className="py-1 pe-3">{labels.parts[line.partType]}</td>
                <td className="py-1 pe-3">{t(`estimate_lines.${line.kind}`)}</td>
                <td className="py-1 pe-3 text-end tabular-nums">
                  {line.unit === 'hour'
                    ? t('estimate.hours', { hours: number.format(line.quantity / 1000) })
                    : number.format(line.quantity)}
                </td>
                <td className="py-1 pe-3 text-end tabular-nums">{money(line.unitMinor)}</td>
                <td className="py-1 text-end tabular-nums">{money(line.likely)}</td>
              </tr>
            )),
          )}
        </tbody>
        <tfoot>
          {sums.map(([label, sum]) => (
            <tr key={label} className="border-line border-t font-semibold">
              <th scope="row" colSpan={4} className="py-1 pe-3 text-end">
                {label}
              </th>
              <td className="py-1 text-end tabular-nums">{money(sum?.likely)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  )
}
