import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { PART_TYPES } from '@walkaround/catalog/parts'
import type { DamageType, PartType } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { ChoiceDialog } from '../../review/dialogs/choice-dialog.tsx'
import { partChoices } from '../../review/part-choices.ts'
import { useEditScope } from '../../review/review-context.ts'
import type { Finding } from '../../review/review-model.ts'
import type { Asked } from './damage-context.ts'

type Props = { asked: Asked; onClose: () => void; onAdded: (id: string) => void }

/** A new damage is asked for its part, then its type. */
export default function DamageDialogs({ asked, onClose, onAdded }: Props) {
  const { t } = useTranslation('damages')
  const { queue, review } = useEditScope()
  const [newPart, setNewPart] = useState<PartType | null>(null)
  if (asked.what === 'new')
    return newPart === null ? (
      <PartChoice title={t('add.part')} onClose={onClose} onChoose={setNewPart} />
    ) : (
      <TypeChoice
        title={t('add.type')}
        onClose={onClose}
        onChoose={(damageType) => {
          onAdded(queue.run({ kind: 'add', damageType, partType: newPart }))
          onClose()
        }}
      />
    )
  const { id, partType, damageType } = asked.of
  const giveSeverity = (part: PartType) => {
    if (asked.what !== 'part' || !asked.severity || part === 'ignore') return
    const severityId = review.severityIds[part] ?? null
    queue.run({ kind: 'severity', partType: part, severityId, fields: asked.severity })
  }
  const change = (fields: { partType: PartType } | { damageType: DamageType }, isSame: boolean) => {
    if (!isSame) queue.run({ kind: 'damage', damageId: id, ...fields, isConfirmed: true })
    onClose()
  }
  return asked.what === 'part' ? (
    <PartChoice
      title={t('choice.part')}
      of={asked.of}
      onClose={onClose}
      onChoose={(chosen) => {
        change({ partType: chosen }, chosen === partType)
        giveSeverity(chosen)
      }}
    />
  ) : (
    <TypeChoice
      title={t('choice.type')}
      onClose={onClose}
      onChoose={(chosen) => change({ damageType: chosen }, chosen === damageType)}
    />
  )
}

type ChoiceProps<Value> = { title: string; onClose: () => void; onChoose: (value: Value) => void }

function PartChoice({ title, onClose, onChoose, of }: ChoiceProps<PartType> & { of?: Finding }) {
  const { t } = useTranslation('damages')
  const labels = useLabels()
  const { pictures } = useEditScope().review
  const side = pictures.find(({ id }) => id === of?.shapes[0]?.imageId)?.side ?? null
  return (
    <ChoiceDialog
      title={title}
      placeholder={t('choice.placeholder')}
      choices={partChoices(side, [])
        .map(({ id, group }) => ({ id, label: labels.parts[id], isHere: group === 'here' }))
        .toSorted((a, b) => Number(b.isHere) - Number(a.isHere) || a.label.localeCompare(b.label))}
      onClose={onClose}
      onChoose={(id) => {
        const chosen = PART_TYPES.find((one) => one === id)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}

function TypeChoice({ title, onClose, onChoose }: ChoiceProps<DamageType>) {
  const { t } = useTranslation('damages')
  const labels = useLabels()
  return (
    <ChoiceDialog
      title={title}
      placeholder={t('choice.placeholder')}
      choices={DAMAGE_TYPES.map((id) => ({ id, label: labels.damage_types[id] })).toSorted((a, b) =>
        a.label.localeCompare(b.label),
      )}
      onClose={onClose}
      onChoose={(id) => {
        const chosen = DAMAGE_TYPES.find((one) => one === id)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
