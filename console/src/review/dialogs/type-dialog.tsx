import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { ChoiceDialog } from './choice-dialog.tsx'

const RECENT_MAX = 4

/** The types of this inspection first. */
export function TypeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  const { review, actions, screen } = useReviewScope()
  const drawn = useScreen((state) => state.drawn)
  const labels = useLabels()
  const last = drawn ? [screen.getState().lastType] : []
  const recent = [...new Set([...last, ...review.findings.map((one) => one.damageType)])].slice(0, RECENT_MAX)
  const others = DAMAGE_TYPES.filter((type) => !recent.includes(type))
  const choices = [
    ...recent.map((id) => ({ id, label: labels.damage_types[id], group: t('choice.recent') })),
    ...others.map((id) => ({ id, label: labels.damage_types[id], group: t('choice.all') })),
  ]
  return (
    <ChoiceDialog
      title={t(drawn ? 'choice.new_type' : 'choice.type')}
      placeholder={t('choice.placeholder')}
      choices={choices}
      onClose={onClose}
      onChoose={(id) => {
        const type = DAMAGE_TYPES.find((one) => one === id)
        if (type) actions.setType(type)
      }}
    />
  )
}
