import type { QueryClient } from '@tanstack/react-query'
import { type Client, type Entities, WalkaroundError } from '@walkaround/sdk'
import { createStore, type StoreApi } from 'zustand'
import { inspectionKey, readInspection } from '../../service/read-inspection.ts'
import { type Edit, type Said, saidOf } from './edit.ts'
import { factsOf, isSame, recordIdOf, versionOf } from './edited-record.ts'
import { mergeAnswer } from './merge-answer.ts'
import { overlay } from './overlay.ts'
import { type Made, sendEdit } from './send-edit.ts'

export type Way = 'do' | 'undo' | 'redo'
export type Waiting = {
  key: string
  edit: Edit
  way: Way
  version: number | null
  /** What the person saw when they made it. */
  seen: Record<string, unknown>
  isFailed: boolean
}
export type Conflict = { waiting: Waiting; theirs: Record<string, unknown>; who: string | null }
export type Spoken = { at: number; said: Said; way: Way; damageId: string | null; isSaved: boolean }

export type EditState = {
  waiting: readonly Waiting[]
  undo: readonly Edit[]
  redo: readonly Edit[]
  conflict: Conflict | null
  spoken: Spoken | null
  /** The service refused an edit for good, in its own words. */
  refused: { at: number; message: string } | null
  /** Ids that stood for new records until they were saved. */
  made: Record<string, Made>
}

export type EditQueue = StoreApi<EditState> & {
  run: (edit: Edit) => string
  undo: () => void
  redo: () => void
  keepMine: () => void
  takeTheirs: () => void
  retry: () => void
  close: () => void
}

const RETRY_MS = 5000

/**
 * An own stack of commands and not a history of states: a state of the past cannot be put back into the service, but
 * every edit knows its inverse once it is saved. One edit is sent at a time, so that versions follow each other.
 */
export function createEditQueue(client: Client, queries: QueryClient, inspectionId: string): EditQueue {
  const queryKey = inspectionKey(inspectionId)
  const known = () => queries.getQueryData<Entities>(queryKey)
  const store = createStore<EditState>(() => ({
    waiting: [],
    undo: [],
    redo: [],
    conflict: null,
    spoken: null,
    refused: null,
    made: {},
  }))
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(given: Edit, way: Way): string {
    const edit = renamed(given, store.getState().made)
    const entities = known()
    const key = crypto.randomUUID()
    if (!entities) return key
    const { waiting } = store.getState()
    const one: Waiting = {
      key,
      edit,
      way,
      version: versionOf(entities, edit),
      seen: factsOf(overlay(entities, waiting), edit),
      isFailed: false,
    }
    store.setState({
      waiting: [...waiting, one],
      ...(way === 'do' ? { redo: [] } : {}),
      spoken: { at: Date.now(), said: saidOf(edit), way, damageId: damageIdOf(edit), isSaved: false },
    })
    void sendNext()
    return key
  }

  async function sendNext(): Promise<void> {
    const [first] = store.getState().waiting
    const before = known()
    if (isSending || !first || !before || store.getState().conflict) return
    isSending = true
    clearTimeout(timer)
    try {
      const { key, version } = first
      const sent = await sendEdit(first.edit, { client, inspectionId, key, version, before })
      // An older reading that is still under way would bring back what was just changed.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Entities>(queryKey, (now) => mergeAnswer(now ?? before, sent.entities))
      done(first, sent.inverse, sent.made)
    } catch (error) {
      await fail(first, error)
    } finally {
      isSending = false
    }
    if (store.getState().waiting[0]?.isFailed) return
    if (store.getState().waiting.length > 0) void sendNext()
    else void queries.invalidateQueries({ queryKey })
  }

  function done(sent: Waiting, inverse: Edit, ids: Made | undefined): void {
    const entities = known()
    const named = ids ? { [sent.key]: ids } : {}
    store.setState(({ waiting, undo, redo, made, spoken }) => ({
      waiting: waiting
        .filter((one) => one !== sent)
        .map((one) => ({ ...one, edit: renamed(one.edit, named) }))
        .map((one) => (entities ? followed(one, renamed(sent.edit, named), ids, entities) : one)),
      undo: sent.way === 'undo' ? undo : [...undo, inverse],
      redo: sent.way === 'undo' ? [...redo, inverse] : redo,
      made: { ...made, ...named },
      spoken: spoken && { ...spoken, isSaved: waiting.length === 1 },
    }))
  }

  async function fail(failed: Waiting, error: unknown): Promise<void> {
    const isStale = error instanceof WalkaroundError && error.code === 'version_stale'
    if (isStale) return meet(failed)
    if (error instanceof WalkaroundError && !error.retryable) {
      const message = error.message
      store.setState(({ waiting }) => ({
        waiting: waiting.filter((one) => one !== failed),
        refused: { at: Date.now(), message },
      }))
      void queries.invalidateQueries({ queryKey })
      return
    }
    replace(failed, { ...failed, isFailed: true })
    timer = setTimeout(retry, RETRY_MS)
  }

  /** Somebody was faster. Only where they changed the same thing a person has to decide. */
  async function meet(stale: Waiting): Promise<void> {
    const entities = await readInspection(client, inspectionId)
    queries.setQueryData<Entities>(queryKey, entities)
    const theirs = factsOf(entities, stale.edit)
    const fresh = { ...stale, key: crypto.randomUUID(), version: versionOf(entities, stale.edit) }
    replace(stale, fresh)
    if (isSame(theirs, stale.seen)) return
    store.setState({ conflict: { waiting: fresh, theirs, who: null } })
  }

  function replace(old: Waiting, one: Waiting): void {
    store.setState(({ waiting }) => ({ waiting: waiting.map((other) => (other === old ? one : other)) }))
  }

  function retry(): void {
    const [first] = store.getState().waiting
    if (first?.isFailed) replace(first, { ...first, isFailed: false })
    void sendNext()
  }

  function step(way: 'undo' | 'redo'): void {
    const edit = store.getState()[way].at(-1)
    if (!edit) return
    store.setState((state) => ({ [way]: state[way].slice(0, -1) }))
    add(edit, way)
  }

  function decide(isMine: boolean): void {
    const { conflict } = store.getState()
    store.setState(({ waiting }) => ({
      conflict: null,
      waiting: isMine ? waiting : waiting.filter((one) => one !== conflict?.waiting),
    }))
    if (store.getState().waiting.length > 0) void sendNext()
    else void queries.invalidateQueries({ queryKey })
  }

  addEventListener('online', retry)
  return Object.assign(store, {
    run: (edit: Edit) => add(edit, 'do'),
    undo: () => step('undo'),
    redo: () => step('redo'),
    keepMine: () => decide(true),
    takeTheirs: () => decide(false),
    retry,
    close: () => {
      clearTimeout(timer)
      removeEventListener('online', retry)
    },
  })
}

/** What waits for the same record was made on top of what was just saved. */
function followed(one: Waiting, saved: Edit, made: Made | undefined, entities: Entities): Waiting {
  const id = recordIdOf(one.edit)
  const isSame = id !== null && (id === recordIdOf(saved) || id === made?.damageId || id === made?.viewId)
  return isSame ? { ...one, version: versionOf(entities, one.edit) } : one
}

/** An edit of something that was not saved yet names it by the key of the edit that makes it. */
function renamed(edit: Edit, made: Record<string, Made>): Edit {
  const damageId = 'damageId' in edit ? made[edit.damageId]?.damageId : undefined
  const viewId = 'viewId' in edit ? made[edit.viewId]?.viewId : undefined
  return { ...edit, ...(damageId ? { damageId } : {}), ...(viewId ? { viewId } : {}) }
}

const damageIdOf = (edit: Edit) => ('damageId' in edit ? edit.damageId : null)
