import type { EditQueue, QueueControls } from './edit-state.ts'

/** As long as TanStack Query keeps what nobody reads. */
export const UNUSED_MS = 5 * 60_000

type Kept<Edit> = { queue: EditQueue<Edit>; users: number; timer?: ReturnType<typeof setTimeout> }
export type KeptQueues<Edit> = ReturnType<typeof keepQueues<Edit>>

const all = new Set<QueueControls>()

/**
 * One queue for a record: on another screen and back, what was not saved yet still waits and can still be undone. It is
 * dropped once everything is saved and no screen has used it for a while.
 */
export function keepQueues<Edit>() {
  const open = new Map<string, Kept<Edit>>()

  function drop(id: string, { queue }: Kept<Edit>): void {
    open.delete(id)
    all.delete(queue)
    queue.close()
  }

  function dropUnused(id: string, kept: Kept<Edit>): void {
    clearTimeout(kept.timer)
    if (kept.users === 0 && !isUnsaved(kept.queue)) kept.timer = setTimeout(() => drop(id, kept), UNUSED_MS)
  }

  return {
    open: (id: string, create: () => EditQueue<Edit>): EditQueue<Edit> => {
      const known = open.get(id)
      if (known) return known.queue
      const kept: Kept<Edit> = { queue: create(), users: 0 }
      open.set(id, kept)
      all.add(kept.queue)
      kept.queue.subscribe(() => {
        askBeforeLeaving()
        dropUnused(id, kept)
      })
      // A screen may be given up before it is shown.
      dropUnused(id, kept)
      return kept.queue
    },
    /** Answers how to end the use. */
    use: (id: string): (() => void) | undefined => {
      const kept = open.get(id)
      if (!kept) return undefined
      kept.users++
      clearTimeout(kept.timer)
      return () => {
        kept.users--
        dropUnused(id, kept)
      }
    },
  }
}

const isUnsaved = (queue: QueueControls) => queue.getState().waiting.length > 0
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** The browser asks before it closes the page while something is unsaved. */
function askBeforeLeaving(): void {
  if ([...all].some(isUnsaved)) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
