import type { StoreApi } from 'zustand'

type Store = Pick<StoreApi<{ waiting: readonly unknown[] }>, 'getState' | 'subscribe'>

const stores = new Set<Store>()

/**
 * One queue for a record as long as the page lives: whoever goes to another screen and back finds what was not saved
 * yet still waiting, and can still undo. Whoever closes the page before it is saved is asked first.
 */
export function keepQueues<Queue>(storeOf: (queue: Queue) => Store) {
  const open = new Map<string, Queue>()
  return (id: string, create: () => Queue): Queue => {
    const known = open.get(id)
    if (known) return known
    const queue = create()
    open.set(id, queue)
    const store = storeOf(queue)
    stores.add(store)
    store.subscribe(askBeforeLeaving)
    return queue
  }
}

const isUnsaved = () => [...stores].some((store) => store.getState().waiting.length > 0)
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function askBeforeLeaving(): void {
  if (isUnsaved()) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
