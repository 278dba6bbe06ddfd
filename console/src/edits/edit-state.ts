import type { Entities } from '@walkaround/sdk'
import type { StoreApi } from 'zustand'
import type { Made } from './edit-target.ts'

export type Way = 'do' | 'undo' | 'redo'
export type Waiting<Edit> = {
  key: string
  /** Edits that were made with one key are undone with one key. */
  group: string
  edit: Edit
  way: Way
  version: number | null
  /** What the person saw when they made it, and what they made of it. */
  seen: Record<string, unknown>
  mine: Record<string, unknown>
  /** How everything stood when it was first sent: what is read after a lost answer may show it as saved. */
  before: Entities | null
  isFailed: boolean
  /** How often the service has answered that it does not take it now. */
  attempts: number
  /** Taken back while it was being sent, or an undo that is done again: its inverse follows at once. */
  isUndone: boolean
}
type Step<Edit> = { edit: Edit; group: string }
export type Conflict<Edit> = { waiting: Waiting<Edit>; theirs: Record<string, unknown> }
type Spoken<Edit> = {
  at: number
  edit: Edit
  way: Way
  /** The edit was taken back before it was saved: its opposite is what was done. */
  isTakenBack: boolean
  count: number
  isSaved: boolean
}

export type EditState<Edit> = {
  waiting: readonly Waiting<Edit>[]
  undo: readonly Step<Edit>[]
  redo: readonly Step<Edit>[]
  conflict: Conflict<Edit> | null
  spoken: Spoken<Edit> | null
  /** The service refused an edit for good, in its own words. */
  refused: { message: string } | null
  /** Ids that stood for new records until they were saved. */
  made: Record<string, Made>
}

export type EditQueue<Edit> = StoreApi<EditState<Edit>> & {
  run: (edit: Edit) => string
  runAll: (edits: readonly Edit[]) => void
  /** The edit that was taken back or done again, the first of those that belong together. */
  undo: () => Edit | null
  redo: () => Edit | null
  keepMine: () => void
  takeTheirs: () => void
  retry: () => void
  /** Hears of no connection any more. */
  close: () => void
}

/** What every screen does with its queue, whatever its edits are. */
export type QueueControls = Omit<EditQueue<unknown>, 'run' | 'runAll'>

/** Whether the next undo is meant for it. */
export const canTakeBack = ({ way, isUndone }: Waiting<unknown>) => isUndone === (way === 'undo')

/** Whether the next redo is meant for it. */
export const canDoAgain = (one: Waiting<unknown>) => !canTakeBack(one)
