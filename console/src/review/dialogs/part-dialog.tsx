import { PART_TYPES } from '@walkaround/catalog/parts'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { useReviewScope } from '../review-context.ts'
import { ChoiceDialog } from './choice-dialog.tsx'

const RECENT_MAX = 6

/** The parts of this inspection first. */
export function PartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  const { review, actions } = useReviewScope()
  const labels = useLabels()
  const recent = [...new Set(review.findings.flatMap((one) => one.partType ?? []))].slice(0, RECENT_MAX)
  const others = PART_TYPES.filter((type) => !recent.includes(type) && type !== 'background')
  const choices = [
    ...recent.map((id) => ({ id, label: labels.parts[id], group: t('choice.recent') })),
    ...others.map((id) => ({ id, label: labels.parts[id], group: t('choice.all') })),
  ]
  return (
    <ChoiceDialog
      title={t('choice.part')}
      placeholder={t('choice.placeholder')}
      choices={choices}
      onClose={onClose}
      onChoose={(id) => {
        const part = PART_TYPES.find((one) => one === id)
        if (part) actions.setPart(part)
        onClose()
      }}
    />
  )
}
