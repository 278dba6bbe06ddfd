import { useId } from 'react'

const REASON_CHARACTERS_MAX = 1_000

type Props = {
  label: string
  hint?: string
  reason: string
  isMissing: boolean
  /** What is wrong, below the field. */
  message: string
  onChange: (reason: string) => void
}

/** Asks a person for a reason. */
export function ReasonField({ label, hint, reason, isMissing, message, onChange }: Props) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-3 block font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={REASON_CHARACTERS_MAX}
        value={reason}
        aria-invalid={isMissing}
        aria-describedby={hint ? `${id}-hint ${id}-wrong` : `${id}-wrong`}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 w-full rounded-control border border-line bg-panel px-3 py-2 aria-invalid:border-bad max-sm:text-base"
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      ) : null}
      <p id={`${id}-wrong`} role="alert" className="mt-1 text-bad">
        {message}
      </p>
    </>
  )
}
