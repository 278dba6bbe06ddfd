import type { RefObject } from 'react'

type Props = {
  picker: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  multiple?: boolean
  onChoose: (files: File[]) => void
}

/** The browser's own way to choose files; a button of the page opens it. */
export function FilePicker({ picker, label, accept, multiple = false, onChoose }: Props) {
  return (
    <input
      ref={picker}
      type="file"
      accept={accept}
      multiple={multiple}
      tabIndex={-1}
      aria-label={label}
      className="sr-only"
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])])
        // The same file may be chosen again.
        event.target.value = ''
      }}
    />
  )
}
