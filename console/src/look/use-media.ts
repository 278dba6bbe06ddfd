import { useSyncExternalStore } from 'react'

/** Whether the screen is so, now and whenever that changes. */
export function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
