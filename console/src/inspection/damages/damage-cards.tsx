import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import type { Finding } from '../../review/review-model.ts'
import { useFindingName } from '../../review/use-finding-name.ts'
import { CostCell, OperationCell, PartCell, SeverityCell, SizeCell, TypeCell } from './cells.tsx'
import { useDamageScope } from './damage-context.ts'
import { OriginCell, StateCell } from './decision-cell.tsx'
import { PictureLinks } from './picture-links.tsx'
import { RowActions } from './row-actions.tsx'
import { RowChoice, RowNumber } from './row-head.tsx'

/** The same as the table where there is no room for one. */
export function DamageCards({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation('damages')
  return (
    <ol aria-label={t('title')} className="grid gap-3 sm:grid-cols-2">
      {findings.map((finding) => (
        <Card key={finding.id} finding={finding} />
      ))}
    </ol>
  )
}

function Card({ finding }: { finding: Finding }) {
  const { t } = useTranslation('damages')
  const { mayWrite, chosen } = useDamageScope()
  const name = useFindingName()(finding)
  return (
    <li
      aria-label={name}
      className={classes(
        'grid min-w-0 content-start gap-3 rounded-panel border border-line bg-panel p-3',
        chosen.has(finding.id) && 'border-accent bg-chosen',
      )}
    >
      <div className="flex items-start gap-2">
        <RowNumber finding={finding} />
        <div className="min-w-0 flex-1">
          <StateCell finding={finding} />
        </div>
        <span className="pt-1 text-quiet text-sm">
          <OriginCell finding={finding} />
        </span>
        {mayWrite ? <RowChoice finding={finding} /> : null}
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <Field label={t('column.part')}>
          <PartCell finding={finding} />
        </Field>
        <Field label={t('column.type')}>
          <TypeCell finding={finding} />
        </Field>
        <Field label={t('column.severity')}>
          <SeverityCell finding={finding} />
        </Field>
        <Field label={t('column.operation')}>
          <OperationCell finding={finding} />
        </Field>
        <Field label={t('column.cost')}>
          <CostCell finding={finding} />
        </Field>
        <Field label={t('column.size')}>
          <SizeCell finding={finding} />
        </Field>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Field label={t('column.pictures')}>
          <PictureLinks finding={finding} />
        </Field>
        {mayWrite ? <RowActions finding={finding} hasWords /> : null}
      </div>
    </li>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <span className="text-quiet text-sm">{label}</span>
      {children}
    </div>
  )
}
