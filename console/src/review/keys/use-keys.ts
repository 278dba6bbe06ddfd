import { useEffect, useEffectEvent } from 'react'
import { heardKey, type Key } from './keys.ts'

/** The first key of the list that means something now is the one: what is special stands before what is general. */
export function useKeys(keys: readonly Key<unknown>[], areLettersOff: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const pressed = heardKey(event, areLettersOff)
    if (!pressed) return
    // A button that has the focus answers to these itself.
    const isOnButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement
    if (isOnButton && (pressed === 'Enter' || pressed === ' ')) return
    const key = keys.find((one) => one.isOn !== false && one.keys.includes(pressed))
    if (!key) return
    event.preventDefault()
    key.run(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
