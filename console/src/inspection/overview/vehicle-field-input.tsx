import { VEHICLE_TYPES, vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import type { Vehicle } from '@walkaround/sdk'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { Input, Select } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { toast } from '../../look/toast.ts'
import { useLabels } from '../../look/use-labels.ts'
import { FieldChanged, useVehicleEdit } from './use-vehicle-edit.ts'
import { changeOf, textOf, unitOf, type VehicleField } from './vehicle-fields.ts'

const look = 'border-transparent bg-raised px-2.5 hover:border-quiet max-sm:h-11'

/** Written in place: what is typed is saved when the field is left or Enter is pressed; Escape takes it back. */
export function VehicleFieldInput({ vehicle, field }: { vehicle: Vehicle; field: VehicleField }) {
  const { t } = useTranslation('overview')
  const labels = useLabels()
  const edit = useVehicleEdit()
  const saved = textOf(vehicle, field)
  const unit = unitOf(vehicle, field)
  // Null while nobody types: what others change is then seen at once. `before` is what was there when the typing began.
  const [draft, setDraft] = useState<{ text: string; before: string } | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const text = draft?.text ?? saved
  const label = t(`vehicle.field.${field.key}`)

  const save = (next: string, before: string) => {
    if (next.trim() === saved.trim()) return giveUp()
    const [change, back] = [changeOf(vehicle, field, next), changeOf(vehicle, field, before)]
    setIsWrong(!change)
    if (!change || !back) return
    edit.mutate(
      { field, before, change },
      {
        onSuccess: ({ entities, result }) => {
          setDraft(null)
          const after = entities.vehicles[result]
          toast.success(t('vehicle.saved', { field: label }), {
            action: {
              label: t('vehicle.undo'),
              onClick: () => after && edit.mutate({ field, before: textOf(after, field), change: back }),
            },
          })
        },
        // Whoever was told of it may still want theirs.
        onError: (error) => error instanceof FieldChanged && setDraft({ text: next, before: error.current }),
      },
    )
  }
  const giveUp = () => {
    setDraft(null)
    setIsWrong(false)
    edit.reset()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && draft) save(draft.text, draft.before)
    if (event.key === 'Escape') giveUp()
  }
  const isTold = edit.error instanceof FieldChanged
  const problem = isWrong
    ? t('vehicle.no_number')
    : isTold
      ? t('vehicle.changed', { value: saved || '–' })
      : edit.error?.message
  const choices =
    field.kind === 'type'
      ? VEHICLE_TYPES.map((type) => ({ value: type, label: labels.vehicle_types[type] }))
      : ['yes', 'no'].map((value) => ({ value, label: t(`vehicle.${value}`) }))
  return (
    <Field
      look="tight"
      error={problem}
      label={
        <span className="flex items-center gap-1">
          {label}
          {unit ? ` (${unit})` : ''}
          {edit.isSuccess && !draft ? <Check aria-hidden className="size-3.5 text-good" /> : null}
        </span>
      }
    >
      {field.kind === 'type' || field.kind === 'yes_no' ? (
        <Select
          touch={null}
          className={look}
          value={field.kind === 'type' ? (vehicleTypeOf(text) ?? text) : text}
          options={[
            { value: '', label: '–' },
            ...choices,
            ...(field.kind === 'type' && text && !vehicleTypeOf(text) ? [{ value: text, label: text }] : []),
          ]}
          onValue={(value) => save(value, saved)}
        />
      ) : (
        <Input
          touch={null}
          className={classes(
            look,
            field.kind === 'text' && field.isLong && 'text-sm',
            field.kind !== 'text' && 'tabular-nums',
          )}
          {...(field.kind === 'text' ? {} : { inputMode: 'decimal' })}
          placeholder="–"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onValue={(next) => setDraft({ text: next, before: draft?.before ?? saved })}
          onBlur={() => draft && !isTold && save(draft.text, draft.before)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  )
}
