import { cva, type VariantProps } from 'class-variance-authority'
import { createContext, type ReactNode, useId } from 'react'
import { classes } from './class-names.ts'

type Wiring = { id: string; required: boolean; 'aria-invalid': boolean; 'aria-describedby'?: string }

/** What the control inside of a field takes over. */
export const FieldWiring = createContext<Wiring | null>(null)

const labelLook = cva('', {
  variants: {
    look: {
      plain: 'font-medium',
      strong: 'font-semibold',
      quiet: 'text-quiet text-sm',
      /** Where many stand together. */
      tight: 'text-quiet text-sm',
    },
  },
  defaultVariants: { look: 'plain' },
})

type Props = VariantProps<typeof labelLook> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  children: ReactNode
  className?: string
}

/** A control with its label. The error is read out when it appears, and again with the control. */
export function Field({ label, hint, error, isRequired = false, look, children, className }: FieldProps) {
  const id = useId()
  return (
    <div className={classes('min-w-0', className)}>
      <label
        htmlFor={id}
        className={classes('block', labelLook({ look }), !hint && (look === 'tight' ? 'mb-0.5' : 'mb-1'))}
      >
        {label}
      </label>
      <Hint id={id}>{hint}</Hint>
      <FieldWiring
        value={{ id, required: isRequired, 'aria-invalid': Boolean(error), ...describedBy(id, hint, error) }}
      >
        {children}
      </FieldWiring>
      <Wrong id={id}>{error}</Wrong>
    </div>
  )
}

type FieldProps = Props & { isRequired?: boolean }

/** Controls that answer one question together. */
export function FieldGroup({ label, hint, error, look, children, className }: Props) {
  const id = useId()
  return (
    <fieldset
      data-wrong={error ? true : undefined}
      className={classes('min-w-0', className)}
      {...describedBy(id, hint, error)}
    >
      <legend className={labelLook({ look })}>{label}</legend>
      <Hint id={id}>{hint}</Hint>
      {children}
      <Wrong id={id}>{error}</Wrong>
    </fieldset>
  )
}

type TextProps = { id: string; children: ReactNode }

const Hint = ({ id, children }: TextProps) =>
  children ? (
    <p id={`${id}-hint`} className="mt-0.5 mb-2 text-quiet text-sm">
      {children}
    </p>
  ) : null

// It is there before there is anything to say: a screen reader follows only what it knows.
const Wrong = ({ id, children }: TextProps) => (
  <p id={`${id}-wrong`} role="alert" className="mt-1 text-bad empty:mt-0">
    {children}
  </p>
)

function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-wrong` : ''].filter(Boolean)
  return ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}
}
