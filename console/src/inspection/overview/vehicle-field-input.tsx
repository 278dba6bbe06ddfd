import { VEHICLE_TYPES, vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import type { Vehicle } from '@walkaround/sdk'
import { Check } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { toast } from '../../look/toast.ts'
import { useLabels } from '../../look/use-labels.ts'
import { FieldChanged, useVehicleEdit } from './use-vehicle-edit.ts'
import { changeOf, textOf, unitOf, type VehicleField } from './vehicle-fields.ts'

const look =
  'h-9 w-full min-w-0 rounded-control border border-transparent bg-raised px-2.5 hover:border-quiet aria-invalid:border-bad max-sm:h-11'

/** Written in place: what is typed is saved when the field is left or Enter is pressed; Escape takes it back. */
export function VehicleFieldInput({ vehicle, field }: { vehicle: Vehicle; field: VehicleField }) {
  const { t } = useTranslation('overview')
  const labels = useLabels()
  const id = useId()
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
  const given = {
    id,
    'aria-invalid': problem !== undefined,
    ...(problem ? { 'aria-describedby': `${id}-problem` } : {}),
  }
  const choices =
    field.kind === 'type'
      ? VEHICLE_TYPES.map((type) => ({ value: type, label: labels.vehicle_types[type] }))
      : ['yes', 'no'].map((value) => ({ value, label: t(`vehicle.${value}`) }))
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="flex items-center gap-1 pb-0.5 text-quiet text-sm">
        {label}
        {unit ? ` (${unit})` : ''}
        {edit.isSuccess && !draft ? <Check aria-hidden className="size-3.5 text-good" /> : null}
      </label>
      {field.kind === 'type' || field.kind === 'yes_no' ? (
        <select
          {...given}
          className={look}
          value={field.kind === 'type' ? (vehicleTypeOf(text) ?? text) : text}
          onChange={({ target }) => save(target.value, saved)}
        >
          <option value="">–</option>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {field.kind === 'type' && text && !vehicleTypeOf(text) ? (
            <option value={text}>{text}</option>
          ) : null}
        </select>
      ) : (
        <input
          {...given}
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
          onChange={({ target }) => setDraft({ text: target.value, before: draft?.before ?? saved })}
          onBlur={() => draft && !isTold && save(draft.text, draft.before)}
          onKeyDown={onKeyDown}
        />
      )}
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="pt-0.5 text-bad text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
