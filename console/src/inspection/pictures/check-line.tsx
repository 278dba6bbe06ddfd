import { CircleCheck, CircleHelp, Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useLabels } from '../../look/use-labels.ts'
import type { PictureCheck } from './picture-check.ts'

const LOOK = {
  accepted: { Icon: CircleCheck, color: 'text-good' },
  retake: { Icon: TriangleAlert, color: 'text-bad' },
  flawed: { Icon: TriangleAlert, color: 'text-quiet' },
  unclear: { Icon: CircleHelp, color: 'text-quiet' },
  waiting: { Icon: Clock, color: 'text-quiet' },
} as const

/** Whether the picture is good enough; if not, what is wrong and what to do about it. */
export function CheckLine({ check: { state, issues } }: { check: PictureCheck }) {
  const { t } = useTranslation('pictures')
  const labels = useLabels()
  const { Icon, color } = LOOK[state]
  const what = issues.map((issue) => labels.compliance_issues[issue]).join(', ')
  const [first] = issues
  return (
    <div className="text-sm">
      <p className={classes('flex items-start gap-1.5 font-medium', color)}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{what && state !== 'accepted' ? what : t(`check.${state}`)}</span>
      </p>
      {state === 'retake' && first ? <p className="ps-5.5 text-quiet">{labels.how_to_fix[first]}</p> : null}
    </div>
  )
}
