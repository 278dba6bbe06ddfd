import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../look/progress-bar.tsx'
import { ExactMoment } from '../pieces/moment.tsx'
import type { LIMITS, Quotas } from './use-quotas.ts'

/** From here on somebody should raise the limit: uploads that are refused are lost. */
const NEAR = 0.8
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** One limit, how much of it is used, and whether it was set for this organization. */
export function QuotaRow({ row, quotas }: { row: (typeof LIMITS)[number]; quotas: Quotas }) {
  const { t, i18n } = useTranslation('settings')
  const { limit, name, column } = row
  const most = quotas[limit]
  const used = row.used ? quotas.used[row.used] : null
  const write = (amount: number) =>
    name === 'bytes_stored'
      ? bytesText(amount, i18n.language)
      : new Intl.NumberFormat(i18n.language).format(amount)
  const share = used === null ? null : most > 0 ? used / most : 1
  return (
    <li className="border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{t(`quotas.name.${name}`)}</h3>
        <p className="tabular-nums">
          {used === null ? write(most) : t('quotas.used_of', { used: write(used), most: write(most) })}
        </p>
      </div>
      {share === null ? null : (
        <ProgressBar label={t(`quotas.name.${name}`)} share={share} className="mt-2" />
      )}
      <p className="mt-1.5 text-quiet text-sm">
        {t(quotas.overridden.includes(column) ? 'quotas.overridden' : 'quotas.default')}
        {share !== null && share >= NEAR ? (
          <strong className="font-medium text-bad"> {t(share >= 1 ? 'quotas.full' : 'quotas.near')}</strong>
        ) : null}
        {name === 'inspections_per_day' ? (
          <>
            {' '}
            {t('quotas.day_ends')} <ExactMoment at={quotas.dayEndsAt} />
          </>
        ) : null}
      </p>
    </li>
  )
}

function bytesText(bytes: number, language: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: 1,
  })
  return format.format(bytes / 1_000 ** step)
}
