import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '../../look/controls.tsx'
import { readAmount } from '../../review/panel/read-amount.ts'
import { goDown, leave } from './row-focus.ts'

type Props = {
  label: string
  value: number | null
  isOff: boolean
  isAllowed?: (amount: number) => boolean
  onSave: (amount: number | null) => void
  /** A cost has cents, or none. */
  isMoney?: boolean
}

/** A number in a row. Enter saves and goes to the row below, Escape forgets; sums are worked out. */
export function AmountField({ label, value, isOff, isAllowed, onSave, isMoney = false }: Props) {
  const { i18n } = useTranslation('damages')
  const format = new Intl.NumberFormat(i18n.language, {
    useGrouping: false,
    maximumFractionDigits: 2,
    ...(isMoney ? { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } : {}),
  })
  const shown = value === null ? '' : format.format(value)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const read = readAmount(text)
  const amount = typeof read === 'number' && isAllowed && !isAllowed(read) ? undefined : read
  // A key that settles the field also leaves it, and leaving must not save again, or what was given up.
  const isSettled = useRef(true)
  const save = () => {
    if (isSettled.current) return
    isSettled.current = true
    if (amount !== undefined && amount !== value) onSave(amount)
    else setText(shown)
  }
  return (
    <Input
      size="dense"
      touch="lg"
      aria-label={label}
      aria-invalid={amount === undefined}
      data-field={isMoney ? 'cost' : 'size'}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      disabled={isOff}
      placeholder="–"
      onValue={(next) => {
        isSettled.current = false
        setText(next)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          isSettled.current = true
          setText(shown)
          leave(event.currentTarget)
        }
        if (event.key === 'Enter') {
          save()
          goDown(event.currentTarget)
        }
      }}
      className="w-full min-w-16 text-end tabular-nums disabled:border-transparent disabled:bg-transparent disabled:text-quiet max-lg:text-start"
    />
  )
}
