import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  label: string
  /** Empty where nothing was chosen yet. */
  value: string
  options: readonly { value: string; text: string }[]
  shown: ReactNode
  onChoose: (value: string) => void
}

/** A few values to choose from, in place. The browser's own list lies unseen over what is shown. */
export function ValueSelect({ label, value, options, shown, onChoose }: Props) {
  return (
    <span className="relative inline-flex min-h-8 items-center gap-1 rounded-control border border-transparent px-1.5 py-1 has-focus-visible:outline-2 has-focus-visible:outline-accent hover:border-line hover:bg-raised max-lg:min-h-[44px] max-lg:w-full max-lg:justify-between max-lg:border-line max-lg:px-2">
      {shown}
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-quiet" />
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="absolute inset-0 size-full cursor-pointer bg-panel text-ink opacity-0"
      >
        {value === '' ? <option value="">–</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  )
}
