import type { Vehicle } from '@walkaround/sdk'
import { PenLine, ScanText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Input, Select } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import type { VehicleFields } from '../../review/edits/edit.ts'
import { originOf, type Suggestion } from './vehicle-origin.ts'

type Props = {
  vehicle: Vehicle
  field: keyof VehicleFields
  suggestions: readonly Suggestion[]
  mayWrite: boolean
  onSave: (fields: VehicleFields) => void
}

const LENGTH_MAX = 100

/** One entry of the vehicle: what it is, who says so, and what was read instead. */
export function VehicleField({ vehicle, field, suggestions, mayWrite, onSave }: Props) {
  const { t } = useTranslation('documents')
  const shown = field === 'mileage' ? mileageOf(vehicle) : (vehicle[field] ?? '')
  return (
    <div className="grid content-start gap-1">
      {mayWrite ? (
        <Field look="quiet" label={t(`vehicle.${field}`)}>
          {field === 'mileage' ? (
            <MileageInput vehicle={vehicle} onSave={onSave} />
          ) : (
            <TextInput value={shown} onSave={(text) => onSave({ [field]: text === '' ? null : text })} />
          )}
        </Field>
      ) : (
        <>
          <span className="text-quiet text-sm">{t(`vehicle.${field}`)}</span>
          <span className="font-medium">{shown || '–'}</span>
        </>
      )}
      <OriginLine vehicle={vehicle} field={field} />
      {mayWrite && suggestions.length > 0 ? (
        <ul aria-label={t('also_read')} className="flex flex-wrap items-center gap-1">
          <li aria-hidden className="text-quiet text-sm">
            {t('also_read')}
          </li>
          {suggestions.map((one) => (
            <li key={one.text}>
              <UseReading reading={one} onUse={() => onSave(one.fields)}>
                {one.text}
              </UseReading>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const mileageOf = ({ mileage }: Vehicle) =>
  mileage?.value == null ? '' : [mileage.value, mileage.unit].filter(Boolean).join(' ')

function OriginLine({ vehicle, field }: Pick<Props, 'vehicle' | 'field'>) {
  const { t, i18n } = useTranslation('documents')
  const origin = originOf(vehicle, field)
  if (!origin) return <span className="text-quiet text-sm">{t('origin.none')}</span>
  const percent = (share: number) => share.toLocaleString(i18n.language, { style: 'percent' })
  const Icon = origin.by === 'model' ? ScanText : PenLine
  return (
    <span className="inline-flex items-center gap-1 text-quiet text-sm">
      <Icon aria-hidden className="size-3.5" />
      {origin.by === 'model'
        ? t('origin.model', { percent: origin.confidence === null ? '' : percent(origin.confidence) })
        : t('origin.person')}
    </span>
  )
}

type UseProps = { reading: Suggestion; onUse: () => void; children: ReactNode }

function UseReading({ reading, onUse, children }: UseProps) {
  const { t, i18n } = useTranslation('documents')
  const percent = reading.confidence.toLocaleString(i18n.language, { style: 'percent' })
  return (
    <Button size="small" touch="lg" aria-label={t('use', { value: reading.text, percent })} onClick={onUse}>
      {children} <span className="font-normal text-quiet">{percent}</span>
    </Button>
  )
}

/** Enter and leaving save, Escape forgets. */
function TextInput({ value, onSave }: { value: string; onSave: (text: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const save = () => {
    if (text.trim() !== value) onSave(text.trim())
  }
  return (
    <Input
      size="dense"
      touch="lg"
      value={text}
      maxLength={LENGTH_MAX}
      autoComplete="off"
      spellCheck={false}
      placeholder="–"
      onValue={setText}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setText(value)
      }}
      className="w-full"
    />
  )
}

const UNITS = ['km', 'miles'] as const

function MileageInput({ vehicle, onSave }: Pick<Props, 'vehicle' | 'onSave'>) {
  const { t } = useTranslation('documents')
  const { value = null, unit = null } = vehicle.mileage ?? {}
  const shown = value === null ? '' : String(value)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const digits = text.replaceAll(/[\s.,']/g, '')
  const isWrong = !/^\d{0,8}$/.test(digits)
  const save = (given: string | null) => {
    if (isWrong) return setText(shown)
    const read = digits === '' ? null : Number(digits)
    if (read === value && given === unit) return
    onSave({ mileage: read === null ? null : { value: read, unit: given } })
  }
  return (
    <div className="flex gap-1">
      <Input
        size="dense"
        touch="lg"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        placeholder="–"
        aria-invalid={isWrong}
        onValue={setText}
        onBlur={() => save(unit ?? 'km')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(unit ?? 'km')
          if (event.key === 'Escape') setText(shown)
        }}
        className="w-full tabular-nums"
      />
      <Select
        size="dense"
        touch="lg"
        aria-label={t('unit')}
        value={unit ?? 'km'}
        options={UNITS.map((one) => ({ value: one, label: t(`units.${one}`) }))}
        onValue={save}
        className="shrink-0 px-1"
      />
    </div>
  )
}
