import { useEffect } from 'react'
import { useCompare } from './compare-context.ts'

/** The later picture comes back as soon as the key is let go. */
export function useBlink(): void {
  const { screen } = useCompare()
  useEffect(() => {
    const end = () => screen.setState({ isBlinking: false })
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'b') end()
    }
    addEventListener('keyup', onKeyUp)
    // A key that is let go in another window is never heard of.
    addEventListener('blur', end)
    return () => {
      removeEventListener('keyup', onKeyUp)
      removeEventListener('blur', end)
    }
  }, [screen])
}
