import { Check, RotateCcw, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import type { Finding } from '../../review/review-model.ts'
import { useFindingName } from '../../review/use-finding-name.ts'
import { useDamageScope } from './damage-context.ts'

type Props = { finding: Finding; hasWords?: boolean }

/** What a person can decide of a damage as it stands now. */
export function RowActions({ finding, hasWords = false }: Props) {
  const { t } = useTranslation('damages')
  const { edits } = useDamageScope()
  const name = useFindingName()(finding)
  const act = (what: 'confirm' | 'withdraw' | 'reject' | 'restore', Icon: typeof Check) => (
    <Button
      className={hasWords ? 'h-[44px]' : 'size-8 min-w-8 px-0'}
      aria-label={t(`act.${what}`, { name })}
      title={hasWords ? undefined : t(`chosen.${what}`)}
      onClick={() => edits[what](finding)}
    >
      <Icon aria-hidden className="size-4" />
      {hasWords ? t(`chosen.${what}`) : null}
    </Button>
  )
  const { state } = finding
  return (
    <div className="flex justify-end gap-1">
      {state === 'proposed' ? act('confirm', Check) : null}
      {state === 'decided' ? act('withdraw', Undo2) : null}
      {state === 'rejected' ? act('restore', RotateCcw) : act('reject', X)}
    </div>
  )
}
