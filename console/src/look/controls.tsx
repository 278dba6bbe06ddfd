import { cva, type VariantProps } from 'class-variance-authority'
import { type ComponentProps, type ReactNode, use } from 'react'
import { classes } from './class-names.ts'
import { FieldWiring } from './field.tsx'
import { TOUCH } from './touch.ts'

const controlLook = cva(
  'min-w-0 rounded-control border border-line bg-panel text-ink aria-invalid:border-bad',
  {
    variants: {
      size: {
        normal: 'h-9 w-full px-3',
        /** In tables, and in bars among buttons. */
        dense: 'h-9 px-2 placeholder:text-quiet',
        area: 'block w-full px-3 py-2',
      },
      touch: TOUCH,
    },
    defaultVariants: { size: 'normal' },
  },
)

type Look = Pick<VariantProps<typeof controlLook>, 'touch'> & { size?: 'normal' | 'dense' }
type Taken = 'size' | 'value' | 'onChange' | 'children'

type Own = Pick<ComponentProps<'input'>, 'aria-label' | 'aria-describedby' | 'aria-invalid'>

/** A control with a name of its own is not the one that the label of the field is for. */
function useWiring(own: Own) {
  const field = use(FieldWiring)
  if (!field || own['aria-label']) return own
  const told = [field['aria-describedby'], own['aria-describedby']].filter(Boolean).join(' ')
  return {
    ...field,
    'aria-invalid': field['aria-invalid'] || (own['aria-invalid'] ?? false),
    ...(told ? { 'aria-describedby': told } : {}),
  }
}

type InputProps = Omit<ComponentProps<'input'>, Taken> &
  Look & { value: string; onValue: (text: string) => void }

export function Input({ size, touch = 'sm', className, onValue, ...rest }: InputProps) {
  return (
    <input
      {...rest}
      {...useWiring(rest)}
      onChange={({ target }) => onValue(target.value)}
      className={classes(controlLook({ size, touch }), className)}
    />
  )
}

/** A number as it is typed; the form reads it. */
export function NumberInput({ className, ...rest }: InputProps) {
  return (
    <Input inputMode="numeric" autoComplete="off" className={classes('tabular-nums', className)} {...rest} />
  )
}

type AreaProps = Omit<ComponentProps<'textarea'>, Taken> & { value: string; onValue: (text: string) => void }

export function TextArea({ className, onValue, ...rest }: AreaProps) {
  return (
    <textarea
      {...rest}
      {...useWiring(rest)}
      onChange={({ target }) => onValue(target.value)}
      className={classes(controlLook({ size: 'area' }), className)}
    />
  )
}

type Option<V> = { value: V; label: string; lang?: string }
type SelectProps<V> = Omit<ComponentProps<'select'>, Taken> &
  Look & { value: string | number; options: readonly Option<V>[]; onValue: (value: V) => void }

export function Select<V extends string | number>(props: SelectProps<V>) {
  const { size, touch = 'sm', className, options, onValue, ...rest } = props
  return (
    <select
      {...rest}
      {...useWiring(rest)}
      onChange={({ target }) => {
        const chosen = options.find(({ value }) => String(value) === target.value)
        if (chosen) onValue(chosen.value)
      }}
      className={classes(controlLook({ size, touch }), className)}
    >
      {options.map(({ value, label, lang }) => (
        <option key={value} value={value} lang={lang}>
          {label}
        </option>
      ))}
    </select>
  )
}

type ChoiceProps = Omit<ComponentProps<'input'>, Taken | 'type'> & {
  type: 'checkbox' | 'radio'
  hint?: string | undefined
  onValue: (isChecked: boolean) => void
  children: ReactNode
}

/** A box or a button to tick, with its words. */
export function Choice({ hint, className, onValue, children, ...rest }: ChoiceProps) {
  return (
    <label className={classes('flex min-h-[28px] items-start gap-2 max-sm:min-h-[44px]', className)}>
      <input
        {...rest}
        onChange={({ target }) => onValue(target.checked)}
        className="mt-1 size-[18px] shrink-0 accent-accent"
      />
      <span className="py-0.5">
        {children}
        {hint ? <span className="block font-normal text-quiet text-sm">{hint}</span> : null}
      </span>
    </label>
  )
}
type CheckProps = {
  isChecked: boolean
  onValue: (isChecked: boolean) => void
  className?: string | undefined
  children: ReactNode
}

/** A box to tick, on one line. */
export function Check({ isChecked, onValue, className, children }: CheckProps) {
  return (
    <label className={classes('flex min-h-8 cursor-pointer items-center gap-2', className)}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onValue(target.checked)}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  )
}

type ListProps<V> = {
  options: readonly Option<V>[]
  chosen: readonly V[]
  onValue: (chosen: V[]) => void
  /** Of each. */
  className?: string
}

/** Any number of these. */
export function CheckList<V extends string>({ options, chosen, onValue, className }: ListProps<V>) {
  return options.map(({ value, label }) => (
    <Check
      key={value}
      isChecked={chosen.includes(value)}
      onValue={(isChecked) => onValue(isChecked ? [...chosen, value] : chosen.filter((one) => one !== value))}
      className={className}
    >
      {label}
    </Check>
  ))
}
