import { create } from 'zustand'

/** How far a task of an inspection is, as it was told last. */
export type Progress = { task: string; done: number; total: number }

type ListState = {
  /** The row that keys act on. */
  current: string | null
  chosen: ReadonlySet<string>
  /** Where a range begins. */
  anchor: string | null
  progress: Readonly<Record<string, Progress>>
}

/** Kept while the page is away, so that coming back from an inspection changes nothing. */
export const useListStore = create<ListState>(() => ({
  current: null,
  chosen: new Set(),
  anchor: null,
  progress: {},
}))

export const makeCurrent = (id: string) => useListStore.setState({ current: id })

export const chooseNone = () => useListStore.setState({ chosen: new Set(), anchor: null })

export const choose = (ids: Iterable<string>) => useListStore.setState({ chosen: new Set(ids) })

export function toggleChosen(id: string): void {
  const { chosen } = useListStore.getState()
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  useListStore.setState({ chosen: next, anchor: id, current: id })
}

/** Everything between the row that was chosen last and this one. */
export function chooseRange(id: string, ids: readonly string[]): void {
  const { chosen, anchor } = useListStore.getState()
  const [from, to] = [ids.indexOf(anchor ?? id), ids.indexOf(id)].sort((a, b) => a - b)
  if (from === undefined || to === undefined || from < 0) toggleChosen(id)
  else useListStore.setState({ chosen: new Set([...chosen, ...ids.slice(from, to + 1)]), current: id })
}

/** What is no longer in the list is no longer chosen, or an action would reach what nobody sees. */
export function forgetGone(ids: readonly string[]): void {
  const { chosen } = useListStore.getState()
  if (chosen.size === 0) return
  const known = new Set(ids)
  const left = [...chosen].filter((id) => known.has(id))
  if (left.length < chosen.size) choose(left)
}
