import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { heardKey } from '../review/keys/keys.ts'
import { areLettersSavedOff } from '../review/screen-store.ts'
import type { ListControl } from './inspection-list.tsx'
import { chooseNone, chooseRange, makeCurrent, toggleChosen, useListStore } from './list-store.ts'

const FRAMES_MAX = 20

type Parts = {
  ids: readonly string[]
  canChoose: boolean
  list: RefObject<ListControl | null>
  search: RefObject<HTMLInputElement | null>
}

/** Up and down (or j and k), Enter, x and /. The row that has the focus is the one they act on. */
export function useListKeys({ ids, canChoose, list, search }: Parts): void {
  const navigate = useNavigate()
  const open = (inspectionId: string) =>
    navigate({ to: '/inspections/$inspectionId', params: { inspectionId } })
  const move = (by: number, isRange: boolean) => {
    const { current } = useListStore.getState()
    const from = current ? ids.indexOf(current) : -1
    const hasFocus = document.activeElement?.matches('[data-row]') ?? false
    // The first key goes to the row that is marked already.
    const at = from < 0 ? 0 : hasFocus ? Math.min(Math.max(from + by, 0), ids.length - 1) : from
    const id = ids[at]
    if (!id) return
    if (isRange && canChoose) {
      if (useListStore.getState().chosen.size === 0 && current) toggleChosen(current)
      chooseRange(id, ids)
    }
    makeCurrent(id)
    list.current?.show(at)
    focusRow(id)
  }
  const stepOf = (pressed: string, target: EventTarget | null): (() => void) | null => {
    const { current, chosen } = useListStore.getState()
    const known = current && ids.includes(current) ? current : null
    switch (pressed) {
      case 'ArrowDown':
      case 'j':
        return () => move(1, false)
      case 'ArrowUp':
      case 'k':
        return () => move(-1, false)
      case 'Shift+ArrowDown':
        return () => move(1, true)
      case 'Shift+ArrowUp':
        return () => move(-1, true)
      case '/':
        return () => search.current?.focus()
      case 'x':
        return known && canChoose ? () => toggleChosen(known) : null
      case 'Escape':
        return chosen.size > 0 ? chooseNone : null
      case 'Enter':
        // Whatever has the focus answers to it itself.
        return known && target === document.body ? () => open(known) : null
    }
    return null
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const pressed = heardKey(event, areLettersSavedOff())
    const step = pressed && stepOf(pressed, event.target)
    if (!step) return
    event.preventDefault()
    step()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** A row far away is drawn only after the page was scrolled to it. */
function focusRow(id: string, frame = 0): void {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (frame < FRAMES_MAX) requestAnimationFrame(() => focusRow(id, frame + 1))
}
