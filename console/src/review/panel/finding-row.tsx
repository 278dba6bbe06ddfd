import { Check, RotateCcw, X } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { useLabels } from '../../look/use-labels.ts'
import { useMoney } from '../../look/use-money.ts'
import { useEdits, useSteadyScope } from '../review-context.ts'
import type { Finding } from '../review-model.ts'
import { useFindingName } from '../use-finding-name.ts'
import { Evidence } from './evidence.tsx'
import { FindingFields } from './finding-fields.tsx'
import { SeverityChip } from './severity-chip.tsx'

type Props = { finding: Finding; isChosen: boolean; currency: string }

const answer = 'px-0 max-lg:min-h-[44px] max-lg:min-w-[44px]'

/** Drawn again only when the damage itself changes: there may be many. */
export const FindingRow = memo(function FindingRow({ finding, isChosen, currency }: Props) {
  const { t, i18n } = useTranslation(['review', 'edits'])
  const { latest, canEdit } = useSteadyScope()
  const labels = useLabels()
  const name = useFindingName()(finding)
  const money = useMoney(currency)
  const row = useRef<HTMLLIElement>(null)
  const isFailed = useEdits((state) =>
    state.waiting.some(
      ({ edit, isFailed }) => isFailed && 'damageId' in edit && edit.damageId === finding.id,
    ),
  )
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const isGhost = finding.state === 'rejected'
  const origin =
    finding.state !== 'proposed'
      ? t(`state.${finding.state}`)
      : finding.isByModel
        ? t('state.by_model', {
            confidence: (finding.confidence ?? 0).toLocaleString(i18n.language, { style: 'percent' }),
          })
        : t('state.proposed')
  const cost = finding.cost === null ? '' : money(finding.cost)
  return (
    <li
      ref={row}
      aria-current={isChosen}
      className={classes('border-line border-t first:border-t-0', isChosen && 'bg-chosen')}
    >
      <div className="flex items-start gap-2 p-3">
        <span
          aria-hidden
          className={classes(
            'mt-0.5 grid h-6 min-w-6 shrink-0 px-1.5 place-items-center rounded-full font-bold text-sm',
            isGhost ? 'bg-raised text-quiet' : 'bg-ink text-panel',
            finding.state === 'proposed' && 'outline-2 outline-ink outline-dashed outline-offset-1',
          )}
        >
          {isGhost ? '×' : (finding.label ?? '+')}
        </span>
        <button
          type="button"
          aria-expanded={isChosen}
          className="min-w-0 flex-1 text-start"
          onClick={() => (isChosen ? latest.current.choose(null) : latest.current.choose(finding, true))}
        >
          <span className="sr-only">{finding.label} </span>
          <span className={classes('block truncate font-semibold', isGhost && 'line-through')}>
            {labels.parts[finding.partType ?? 'ignore']}
          </span>
          <span className="block truncate text-quiet">
            {labels.damage_types[finding.damageType]} · {origin}
          </span>
          <span className="mt-1 flex flex-wrap items-center gap-2">
            {finding.level === null ? null : <SeverityChip level={finding.level} />}
            {cost && finding.pricedWith ? (
              <span className="text-quiet">{t('finding.priced_with', { label: finding.pricedWith })}</span>
            ) : cost ? (
              <span className="tabular-nums">{cost}</span>
            ) : null}
            {finding.isReplaced ? <span className="text-quiet">{t('operation.replace')}</span> : null}
          </span>
          {isFailed ? <span className="block text-bad">{t('edits:save.failed')}</span> : null}
        </button>
        {!canEdit ? null : isGhost ? (
          <Button
            className={answer}
            aria-label={t('act.restore', { name })}
            onClick={() => latest.current.restore(finding)}
          >
            <RotateCcw aria-hidden className="size-4" />
          </Button>
        ) : (
          <span className="flex gap-1">
            <Button
              className={classes(answer, finding.state === 'decided' && 'text-good')}
              aria-label={t('act.confirm', { name })}
              disabled={finding.state === 'decided'}
              onClick={() => latest.current.confirm(finding)}
            >
              <Check aria-hidden className="size-4" />
            </Button>
            <Button
              className={answer}
              aria-label={t('act.reject', { name })}
              onClick={() => latest.current.reject(finding)}
            >
              <X aria-hidden className="size-4" />
            </Button>
          </span>
        )}
      </div>
      {isChosen && !isGhost && canEdit ? <FindingFields finding={finding} /> : null}
      {isChosen ? <Evidence finding={finding} /> : null}
    </li>
  )
})
