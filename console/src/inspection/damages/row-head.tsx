import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useEditScope } from '../../review/review-context.ts'
import type { Finding } from '../../review/review-model.ts'
import { useFindingName } from '../../review/use-finding-name.ts'
import { useDamageScope } from './damage-context.ts'

/** The number of a damage, where the keys find its row. It leads to the picture. */
export function RowNumber({ finding }: { finding: Finding }) {
  const { t } = useTranslation('damages')
  const { review } = useEditScope()
  const name = useFindingName()(finding)
  return (
    <Link
      to="/inspections/$inspectionId/review"
      params={{ inspectionId: review.id }}
      search={{ damage: finding.id }}
      data-row-of={finding.id}
      aria-label={t('show', { name })}
      className={classes(
        'grid h-7 w-fit min-w-7 shrink-0 place-items-center rounded-full px-1.5 font-bold text-sm max-lg:h-8 max-lg:min-w-8',
        finding.state === 'proposed' && 'border-2 border-ink border-dashed',
        finding.state === 'decided' && 'bg-ink text-panel',
        finding.state === 'rejected' && 'bg-raised text-quiet',
      )}
    >
      {finding.state === 'rejected' ? '×' : (finding.label ?? '+')}
    </Link>
  )
}

export function RowChoice({ finding }: { finding: Finding }) {
  const { t } = useTranslation('damages')
  const { chosen, choose } = useDamageScope()
  const name = useFindingName()(finding)
  return (
    <label className="grid size-7 cursor-pointer place-items-center max-lg:size-[44px]">
      <input
        type="checkbox"
        aria-label={t('choose', { name })}
        className="size-4.5 accent-(--accent)"
        checked={chosen.has(finding.id)}
        onChange={(event) => choose([finding.id], event.target.checked)}
      />
    </label>
  )
}
