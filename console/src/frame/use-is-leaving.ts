import { useCallback, useRef } from 'react'

/**
 * Whether the person is on the way to another page, which is still being fetched while this one is shown. What is
 * written into the address now would bring them back.
 */
export function useIsLeaving(): () => boolean {
  const path = useRef(location.pathname)
  return useCallback(() => location.pathname !== path.current, [])
}
