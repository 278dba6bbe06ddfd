import { listShots, type Shot } from '../kept/shots.ts'
import { openWalk, readWalk, updateWalk, type Walk } from '../kept/walks.ts'
import { leadOneTab } from '../sending/lead.ts'
import { IDLE, runSender, type Sender, type SenderStatus } from '../sending/sender.ts'

/** All that the screens show. It is read from the disk, so that every tab shows the same. */
export type WalkState = { walk: Walk; shots: Shot[]; status: SenderStatus; isLeading: boolean }

export type WalkStore = {
  get: () => WalkState
  subscribe: (listener: () => void) => () => void
  /** Reads anew what has changed on the disk, and tells the other tabs. */
  refresh: () => Promise<void>
  /** Something is to be sent, or the person does not want to wait. */
  wake: () => void
}

type Message = { kind: 'changed' } | { kind: 'wake' } | { kind: 'status'; status: SenderStatus }

export async function openStore(secret: string): Promise<WalkStore> {
  const { id, ...known } = await openWalk(secret)
  // A link that has ended may have been renewed: the service is asked again.
  const walk = (await updateWalk(id, () => ({ end: null }))) ?? { id, ...known }
  let state: WalkState = { walk, shots: await listShots(id), status: IDLE, isLeading: true }
  let sender: Sender | undefined
  const listeners = new Set<() => void>()
  const channel = new BroadcastChannel(`walkaround-walk-${id}`)
  const say = (message: Message) => channel.postMessage(message)
  const set = (change: Partial<WalkState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const read = async () => set({ walk: (await readWalk(id)) ?? state.walk, shots: await listShots(id) })
  const refresh = async () => {
    await read()
    say({ kind: 'changed' })
  }
  const wake = () => (sender ? sender.wake() : say({ kind: 'wake' }))
  const showStatus = (status: SenderStatus) => {
    set({ status })
    say({ kind: 'status', status })
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'changed') read()
    if (data.kind === 'wake') sender?.wake()
    if (data.kind === 'status') set({ status: data.status })
  }
  leadOneTab(`walkaround-sender-${id}`, {
    lead: (signal) => {
      set({ isLeading: true, status: IDLE })
      sender = runSender(id, { onStatus: showStatus, onChange: refresh, signal })
      signal.addEventListener('abort', () => {
        sender = undefined
      })
    },
    onFollow: () => set({ isLeading: false }),
  })
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    wake,
  }
}
