import type { PartType } from '@walkaround/sdk'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useMoney } from '../../look/use-money.ts'
import { SeverityChip } from '../../review/panel/severity-chip.tsx'
import { useEditScope } from '../../review/review-context.ts'
import { isKept } from '../../review/review-model.ts'
import { useInspection } from '../inspection-context.ts'

const EstimateDialog = lazy(async () => ({
  default: (await import('../../review/dialogs/estimate-dialog.tsx')).EstimateDialog,
}))

/** What each part costs, and all together. */
export function PartEstimate() {
  const { t } = useTranslation('damages')
  const { review } = useEditScope()
  const labels = useLabels()
  const money = useMoney(review.currency)
  const [isOpen, setIsOpen] = useState(false)
  const rows = usePartRows()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="part-estimate" className="rounded-panel border border-line bg-panel">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3">
        <h3 id="part-estimate" className="font-semibold text-base">
          {t('estimate.title')}
        </h3>
        <Button size="small" touch="lg" onClick={() => setIsOpen(true)}>
          {t('estimate.why')}
        </Button>
      </div>
      <table className="w-full">
        <thead className="border-line border-y bg-raised text-quiet text-sm">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-start font-medium">
              {t('column.part')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-end font-medium max-sm:hidden">
              {t('estimate.damages')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-start font-medium">
              {t('column.severity')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-start font-medium max-sm:hidden">
              {t('column.operation')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-end font-medium">
              {t('column.cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ part, count, level, isReplaced, cost }) => (
            <tr key={part} className="border-line border-b">
              <th scope="row" className="px-3 py-2 text-start font-medium">
                {labels.parts[part]}
              </th>
              <td className="px-3 py-2 text-end tabular-nums max-sm:hidden">{count}</td>
              <td className="px-3 py-2">{level === null ? '–' : <SeverityChip level={level} />}</td>
              <td className="px-3 py-2 max-sm:hidden">
                {isReplaced === null ? '–' : t(`operation.${isReplaced ? 'replace' : 'repair'}`)}
              </td>
              <td className="px-3 py-2 text-end tabular-nums">{cost === null ? '–' : money(cost)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="px-3 py-2.5 text-start">
              {t('estimate.total')}
            </th>
            <td className="max-sm:hidden" />
            <td />
            <td className="max-sm:hidden" />
            <td className="px-3 py-2.5 text-end text-lg tabular-nums">
              {review.total === null ? t('estimate.none') : money(review.total)}
            </td>
          </tr>
        </tfoot>
      </table>
      {isOpen ? (
        <Suspense>
          <EstimateDialog inspectionId={review.id} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

type PartRow = {
  part: PartType
  count: number
  level: number | null
  /** Null where nobody said what is done. */
  isReplaced: boolean | null
  cost: number | null
}

/** Parts with a damage or a price, the dearest first. */
function usePartRows(): PartRow[] {
  const { entities } = useInspection()
  const { review } = useEditScope()
  const damages = Map.groupBy(review.findings.filter(isKept), (finding) => finding.partType)
  const rows = new Map<PartType, PartRow>()
  for (const [part, findings] of damages)
    if (part) rows.set(part, { part, count: findings.length, level: null, isReplaced: null, cost: null })
  for (const { label, value, deletedAt } of Object.values(entities.severityResults)) {
    const custom = value?.customSeverity
    if (!label || !custom || deletedAt) continue
    const count = rows.get(label)?.count ?? 0
    if (count === 0 && custom.pricing === null) continue
    const { level, pricing } = custom
    rows.set(label, { part: label, count, level, isReplaced: custom.repairOperation.REPLACE, cost: pricing })
  }
  return [...rows.values()].toSorted((a, b) => (b.cost ?? -1) - (a.cost ?? -1))
}
