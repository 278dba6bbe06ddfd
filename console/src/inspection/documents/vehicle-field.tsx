import type { Vehicle } from '@walkaround/sdk'
import { PenLine, ScanText } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
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
const input =
  'h-9 w-full min-w-0 rounded-control border border-line bg-panel px-2 text-ink aria-invalid:border-bad max-lg:h-[44px]'

/** One entry of the vehicle: what it is, who says so, and what was read instead. */
export function VehicleField({ vehicle, field, suggestions, mayWrite, onSave }: Props) {
  const { t } = useTranslation('documents')
  const id = useId()
  const shown = field === 'mileage' ? mileageOf(vehicle) : (vehicle[field] ?? '')
  return (
    <div className="grid content-start gap-1">
      {mayWrite ? (
        <>
          <label htmlFor={id} className="text-quiet text-sm">
            {t(`vehicle.${field}`)}
          </label>
          {field === 'mileage' ? (
            <MileageInput id={id} vehicle={vehicle} onSave={onSave} />
          ) : (
            <TextInput
              id={id}
              value={shown}
              onSave={(text) => onSave({ [field]: text === '' ? null : text })}
            />
          )}
        </>
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
function TextInput({ id, value, onSave }: { id: string; value: string; onSave: (text: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const save = () => {
    if (text.trim() !== value) onSave(text.trim())
  }
  return (
    <input
      id={id}
      value={text}
      maxLength={LENGTH_MAX}
      autoComplete="off"
      spellCheck={false}
      placeholder="–"
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setText(value)
      }}
      className={input}
    />
  )
}

const UNITS = ['km', 'miles'] as const

function MileageInput({ id, vehicle, onSave }: { id: string } & Pick<Props, 'vehicle' | 'onSave'>) {
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
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        placeholder="–"
        aria-invalid={isWrong}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => save(unit ?? 'km')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(unit ?? 'km')
          if (event.key === 'Escape') setText(shown)
        }}
        className={`${input} tabular-nums`}
      />
      <select
        aria-label={t('unit')}
        value={unit ?? 'km'}
        onChange={(event) => save(event.target.value)}
        className="h-9 rounded-control border border-line bg-panel px-1 text-ink max-lg:h-[44px]"
      >
        {UNITS.map((one) => (
          <option key={one} value={one}>
            {t(`units.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
