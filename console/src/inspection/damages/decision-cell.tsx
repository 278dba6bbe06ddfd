import { Check, CircleDashed, type LucideIcon, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../look/chip.tsx'
import type { Finding, FindingState } from '../../review/review-model.ts'
import { useWho } from '../use-who.ts'

const LOOKS: Record<FindingState, { icon: LucideIcon; look: string }> = {
  proposed: { icon: CircleDashed, look: 'border border-dashed border-quiet text-ink' },
  decided: { icon: Check, look: 'border border-good bg-panel text-good' },
  rejected: { icon: X, look: 'border border-line text-quiet' },
}

function StateChip({ state }: { state: FindingState }) {
  const { t } = useTranslation('damages')
  return <Chip {...LOOKS[state]} text={t(`state.${state}`)} />
}

/** Who found it, and how sure a model was. */
export function OriginCell({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('damages')
  const who = useWho()
  const { confidence, isByModel, createdBy } = finding
  if (!isByModel) return <>{who(createdBy)}</>
  const percent = confidence?.toLocaleString(i18n.language, { style: 'percent' })
  return <>{percent ? t('by_model', { percent }) : who(createdBy)}</>
}

/** What became of it, and who says so. */
export function StateCell({ finding }: { finding: Finding }) {
  const who = useWho()
  const { confirmedBy, state } = finding
  return (
    <>
      <StateChip state={state} />
      {state === 'decided' && confirmedBy ? (
        <span className="mt-0.5 block text-quiet text-sm">{who(confirmedBy)}</span>
      ) : null}
    </>
  )
}
