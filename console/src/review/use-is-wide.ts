import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 64rem)')

/** Whether there is room for pictures, picture and findings side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange)
      return () => wide.removeEventListener('change', onChange)
    },
    () => wide.matches,
  )
}
