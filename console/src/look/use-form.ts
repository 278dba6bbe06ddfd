import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'

type Errors<V> = { [Name in keyof V]?: string | undefined }

const WRONG = '[aria-invalid="true"], [data-wrong] :is(input, select, textarea, button):not(:disabled)'

/** What a form holds, and what is wrong with it: `wrong` says it at once, `errors` once somebody has tried to send it. */
export function useForm<V extends object>(
  initial: V | (() => V),
  check: (values: V) => Errors<V> = () => ({}),
) {
  const [values, setValues] = useState(initial)
  const [isTried, setTried] = useState(false)
  const wrong = check(values)
  const errors: Errors<V> = isTried ? wrong : {}
  const set = (changed: Partial<V>) => setValues((now) => ({ ...now, ...changed }))
  return {
    values,
    set,
    wrong,
    errors,
    /** For a control. */
    bind: <Name extends keyof V>(name: Name) => ({
      value: values[name],
      onValue: (value: V[Name]) => setValues((now) => ({ ...now, [name]: value })),
    }),
    /** Goes to the first field with an error, or sends. */
    onSubmit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      // The errors are on the page when the first is looked for.
      flushSync(() => setTried(true))
      if (Object.values(wrong).some(Boolean)) event.currentTarget.querySelector<HTMLElement>(WRONG)?.focus()
      else send()
    },
  }
}

export const isWholeNumber = (text: string, min: number, max: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
