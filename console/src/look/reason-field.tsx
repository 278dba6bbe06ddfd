import { TextArea } from './controls.tsx'
import { Field } from './field.tsx'

const REASON_CHARACTERS_MAX = 1_000

type Props = {
  label: string
  hint?: string
  error: string | undefined
  value: string
  onValue: (reason: string) => void
}

/** Asks a person for a reason. */
export function ReasonField({ label, hint, error, ...bound }: Props) {
  return (
    <Field label={label} hint={hint} error={error} isRequired className="mt-3">
      <TextArea rows={3} maxLength={REASON_CHARACTERS_MAX} {...bound} />
    </Field>
  )
}
