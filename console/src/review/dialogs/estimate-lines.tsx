import type { Estimate } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'

type Part = NonNullable<Estimate['parts']>[number]
type Sum = { low: number; likely: number; high: number }
type Money = (minor: number) => string

/** Part by part: what is done, how much of it at which price, and between what the sum may lie. */
export function EstimateLines({ estimate }: { estimate: Estimate }) {
  const { t, i18n } = useTranslation('review')
  const format = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency: estimate.currency ?? 'EUR',
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const money: Money = (minor) => format.format(minor / 10 ** digits)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const sums = [
    [t('estimate.net'), estimate.net],
    [t('estimate.tax', { rate: percent.format(estimate.taxRate ?? 0) }), estimate.tax],
    [t('estimate.total'), estimate.total],
  ] as const
  return (
    <>
      <table className="w-full border-collapse">
        <thead className="sr-only">
          <tr>
            <th>{t('estimate.what')}</th>
            <th>{t('estimate.amount')}</th>
          </tr>
        </thead>
        {(estimate.parts ?? []).map((part) => (
          <PartLines key={part.partType} part={part} money={money} />
        ))}
        <tbody>
          {sums.map(([label, sum]) => (
            <tr key={label} className="border-line border-t last:[&>*]:font-semibold">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {label}
              </th>
              <td className="py-1.5 text-end tabular-nums">{money(sum?.likely ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {estimate.total ? <Range sum={estimate.total} money={money} /> : null}
      <ul className="mt-3 grid gap-1 text-quiet text-sm">
        <li>{t('estimate.visible')}</li>
        {estimate.unconfirmed?.length ? (
          <li>{t('estimate.unconfirmed', { count: estimate.unconfirmed.length })}</li>
        ) : null}
        {estimate.table ? <li>{t('estimate.table', estimate.table)}</li> : null}
      </ul>
    </>
  )
}

function PartLines({ part, money }: { part: Part; money: Money }) {
  const { t, i18n } = useTranslation('review')
  const labels = useLabels()
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  // What another repair would change stands in the range; in the sum it is nothing.
  const lines = part.lines.filter((line) => line.kind !== 'span')
  return (
    <tbody className="border-line border-t">
      <tr className="font-semibold">
        <th scope="rowgroup" className="pt-2 pe-3 text-start font-semibold">
          {labels.parts[part.partType]}{' '}
          <span className="font-normal text-quiet">· {t(`estimate_operations.${part.operation}`)}</span>
        </th>
        <td className="pt-2 text-end tabular-nums">{money(part.net.likely)}</td>
      </tr>
      {lines.map((line) => (
        <tr key={line.id} className="text-sm last:[&>*]:pb-2">
          <td className="py-0.5 ps-3 pe-3">
            {t(`estimate_lines.${line.kind}`)}{' '}
            <span className="whitespace-nowrap text-quiet tabular-nums">
              {line.unit === 'hour'
                ? t('estimate.hours', { hours: number.format(line.quantity / 1000) })
                : number.format(line.quantity)}
              {' × '}
              {money(line.unitMinor)}
            </span>
          </td>
          <td className="py-0.5 text-end text-quiet tabular-nums">{money(line.likely)}</td>
        </tr>
      ))}
    </tbody>
  )
}

function Range({ sum, money }: { sum: Sum; money: Money }) {
  const { t } = useTranslation('review')
  if (sum.low === sum.high) return null
  return (
    <p className="text-end text-quiet text-sm">
      {t('estimate.range', { low: money(sum.low), high: money(sum.high) })}
    </p>
  )
}
