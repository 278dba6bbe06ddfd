import { COMPLIANCE_ISSUES } from '@walkaround/catalog/compliance-issues'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDateTime } from '../../look/use-date-time.ts'
import { useLabels } from '../../look/use-labels.ts'
import type { Picture } from '../pictures.ts'

/** Which picture it is, and what its quality check says. */
export function QualityLine({ picture }: { picture: Picture }) {
  const { t } = useTranslation('review')
  const labels = useLabels()
  const dateTime = useDateTime()
  const time = picture.takenAt ? dateTime(picture.takenAt) : ''
  const { issues } = picture
  const known = COMPLIANCE_ISSUES.filter((issue) => issues?.includes(issue))
  const what = known.map((issue) => labels.compliance_issues[issue]).join(', ')
  const state = issues === null ? 'unchecked' : issues.length === 0 ? 'passed' : 'failed'
  const Icon = { unchecked: Clock, passed: CircleCheck, failed: TriangleAlert }[state]
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-quiet text-sm">
      <span className={state === 'failed' ? 'text-bad' : state === 'passed' ? 'text-good' : ''}>
        <Icon aria-hidden className="me-1 inline size-4" />
        {t(`quality.${state}`, { what })}
      </span>
      <span className="truncate">{[picture.name, time].filter(Boolean).join(' · ')}</span>
    </p>
  )
}
