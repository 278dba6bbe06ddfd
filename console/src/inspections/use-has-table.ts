import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 56rem)')

/** Whether the columns of a table have room side by side; else each inspection is a card. */
export function useHasTable(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange)
      return () => wide.removeEventListener('change', onChange)
    },
    () => wide.matches,
  )
}
