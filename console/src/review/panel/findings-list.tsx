import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { standingOf } from '../standing.ts'
import { FindingRow } from './finding-row.tsx'

export function FindingsList() {
  const { t } = useTranslation('review')
  const { review, screen, finding: chosen, canEdit } = useReviewScope()
  const labels = useLabels()
  const part = useScreen((state) => state.partFilter)
  const shown = part ? review.findings.filter((one) => one.partType === part) : review.findings
  const standing = standingOf(review)
  const isFound = standing === 'checked' || standing === 'validated'
  const empty = isFound || review.findings.length > 0 ? (canEdit ? 'none' : 'none_read') : standing
  return (
    <section
      aria-label={t('findings.label')}
      className="overflow-clip rounded-panel border border-line bg-panel"
    >
      {part ? (
        <p className="flex items-center justify-between gap-2 border-line border-b bg-raised px-3 py-1">
          {t('findings.only', { part: labels.parts[part] })}
          <Button
            kind="ghost"
            size="small"
            className="px-0"
            aria-label={t('findings.all')}
            onClick={() => screen.setState({ partFilter: null })}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </p>
      ) : null}
      {shown.length === 0 ? (
        <p className="p-3 text-quiet">{t(`findings.${empty}`)}</p>
      ) : (
        <ol>
          {shown.map((finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              isChosen={finding.id === chosen?.id}
              currency={review.currency}
            />
          ))}
        </ol>
      )}
    </section>
  )
}
