import { PART_TYPES, type PartType } from '@walkaround/catalog/parts'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { partChoices } from '../part-choices.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { partUnder } from '../use-actions.ts'
import { ChoiceDialog } from './choice-dialog.tsx'

/** What is likely first: where the shape was drawn, what this side shows, the parts of this inspection. */
export function PartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  const { review, picture, actions, screen } = useReviewScope()
  const drawn = useScreen((state) => state.drawn)
  const labels = useLabels()
  const recent = [...new Set(review.findings.flatMap((one) => one.partType ?? []))]
  const guess = drawn && (partUnder(review, drawn.imageId, drawn.polygon) ?? screen.getState().lastPart)
  const byName = (a: { id: PartType }, b: { id: PartType }) =>
    labels.parts[a.id].localeCompare(labels.parts[b.id])
  const offered = partChoices(picture?.side ?? null, recent).filter(({ id }) => id !== guess)
  const rest = offered.filter(({ group, id }) => group === 'all' && id !== 'ignore').toSorted(byName)
  const others = [
    ...offered.filter(({ group }) => group !== 'all'),
    ...rest,
    ...offered.filter(({ id }) => id === 'ignore'),
  ]
  const choices = [
    ...(guess ? [{ id: guess, label: labels.parts[guess], group: t('choice.likely') }] : []),
    ...others.map(({ id, group }) => ({ id, label: labels.parts[id], group: t(`choice.${group}`) })),
  ]
  return (
    <ChoiceDialog
      title={t(drawn ? 'choice.new_part' : 'choice.part')}
      placeholder={t('choice.placeholder')}
      choices={choices}
      onClose={onClose}
      onChoose={(id) => {
        const part = PART_TYPES.find((one) => one === id)
        if (part) actions.setPart(part)
      }}
    />
  )
}
