import type { QueryClient } from '@tanstack/react-query'
import type { Entities } from '@walkaround/sdk'
import { createStore } from 'zustand'
import {
  canDoAgain,
  canTakeBack,
  type EditQueue,
  type EditState,
  type Waiting,
  type Way,
} from './edit-state.ts'
import type { EditTarget, Made } from './edit-target.ts'
import { mergeAnswer } from './merge-answer.ts'
import { ATTEMPTS_MAX, isAway, isHopeless, isStale, RETRY_MS } from './send-failure.ts'

/**
 * An own stack of commands and not a history of states: a state of the past cannot be put back into the service, but
 * every edit knows its inverse once it is saved. One edit is sent at a time, so that versions follow each other.
 */
export function createEditQueue<Edit>(queries: QueryClient, target: EditTarget<Edit>): EditQueue<Edit> {
  const { queryKey, factsOf, versionOf, recordIdOf } = target
  const exactly = { queryKey, exact: true }
  const known = () => queries.getQueryData<Entities>(queryKey)
  const store = createStore<EditState<Edit>>(() => ({
    waiting: [],
    undo: [],
    redo: [],
    conflict: null,
    spoken: null,
    refused: null,
    made: {},
  }))
  let sending: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(given: Edit, way: Way, group?: string): string {
    const edit = target.rename(given, store.getState().made)
    const entities = known()
    const key = crypto.randomUUID()
    if (!entities) return key
    const { waiting } = store.getState()
    const shown = target.overlay(entities, waiting)
    const one: Waiting<Edit> = {
      key,
      group: group ?? key,
      edit,
      way,
      version: versionOf(entities, edit),
      seen: factsOf(shown, edit),
      mine: factsOf(target.overlay(shown, [{ key, edit }]), edit),
      before: null,
      isFailed: false,
      attempts: 0,
      isUndone: false,
    }
    store.setState({ waiting: [...waiting, one], ...(way === 'do' ? { redo: [] } : {}) })
    speak(edit, way)
    void sendNext()
    return key
  }

  function speak(edit: Edit, way: Way, { count = 1, isTakenBack = false } = {}): void {
    store.setState({ spoken: { at: Date.now(), edit, way, isTakenBack, count, isSaved: false } })
  }

  async function sendNext(): Promise<void> {
    const [first] = store.getState().waiting
    if (sending || !first || store.getState().conflict) return
    sending = first.key
    clearTimeout(timer)
    try {
      const { key, version } = first
      const before = first.before ?? known() ?? (await target.read())
      replace(key, { before })
      const sent = await target.send(first.edit, { key, version, before })
      // An older reading that is still under way would bring back what was just changed.
      await queries.cancelQueries(exactly)
      queries.setQueryData<Entities>(queryKey, (now) => mergeAnswer(now ?? before, sent.entities))
      done(first.key, sent.inverse, sent.made)
    } catch (error) {
      await fail(first.key, error)
    } finally {
      sending = null
    }
    if (store.getState().waiting[0]?.isFailed) return
    if (store.getState().waiting.length > 0) void sendNext()
    else void queries.invalidateQueries(exactly)
  }

  const waitingBy = (key: string) => store.getState().waiting.find((one) => one.key === key)

  function done(key: string, inverse: Edit, ids: Made | undefined): void {
    const sent = waitingBy(key)
    if (!sent) return
    const entities = known()
    const named = ids ? { [key]: ids } : {}
    const step = { edit: inverse, group: sent.group }
    store.setState(({ waiting, undo, redo, made, spoken }) => ({
      waiting: waiting
        .filter((one) => one.key !== key)
        .map((one) => ({ ...one, edit: target.rename(one.edit, named) }))
        .map((one) => (entities ? follow(one, target.rename(sent.edit, named), ids, entities) : one)),
      undo: sent.way === 'undo' || sent.isUndone ? undo : [...undo, step],
      redo: sent.way === 'undo' && !sent.isUndone ? [...redo, step] : redo,
      made: { ...made, ...named },
      spoken: spoken && { ...spoken, isSaved: waiting.length === 1 },
    }))
    if (sent.isUndone) add(inverse, sent.way === 'undo' ? 'redo' : 'undo', sent.group)
  }

  /** What waits for the same record was made on top of what was just saved. */
  function follow(one: Waiting<Edit>, saved: Edit, ids: Made | undefined, entities: Entities): Waiting<Edit> {
    const id = recordIdOf(one.edit)
    const isSame = id !== null && (id === recordIdOf(saved) || Object.values(ids ?? {}).includes(id))
    return isSame ? { ...one, version: versionOf(entities, one.edit) } : one
  }

  async function fail(key: string, error: unknown): Promise<void> {
    const attempts = (waitingBy(key)?.attempts ?? 0) + (isAway(error) ? 0 : 1)
    const isGivenUp = attempts >= ATTEMPTS_MAX
    if (isHopeless(error) || (isGivenUp && isStale(error))) {
      refuse(key, error)
      return
    }
    replace(key, { attempts })
    if (isStale(error) && (await meet(key).catch(() => false))) return
    replace(key, { isFailed: true })
    if (isGivenUp) tell(error)
    else timer = setTimeout(retry, RETRY_MS)
  }

  function refuse(key: string, error: unknown): void {
    store.setState(({ waiting }) => ({
      // What was to be done with a record that could not be made cannot be done either.
      waiting: waiting.filter((one) => one.key !== key && !target.namesUnsaved(one.edit, key)),
    }))
    tell(error)
    void queries.invalidateQueries(exactly)
  }

  function tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    store.setState({ refused: { message } })
  }

  /** Somebody was faster. Only where they changed the same thing a person has to decide. */
  async function meet(key: string): Promise<boolean> {
    const entities = await target.read()
    queries.setQueryData<Entities>(queryKey, entities)
    const stale = waitingBy(key)
    if (!stale) return true
    if (stale.isUndone) {
      unsend(stale)
      return true
    }
    const theirs = factsOf(entities, stale.edit)
    // The key of before stands for the answer of before.
    const fresh = { key: crypto.randomUUID(), version: versionOf(entities, stale.edit), before: null }
    replace(key, fresh)
    const waiting = waitingBy(fresh.key)
    if (waiting && !isSame(theirs, stale.seen)) store.setState({ conflict: { waiting, theirs } })
    return true
  }

  function replace(key: string, fields: Partial<Waiting<Edit>>): void {
    store.setState(({ waiting }) => ({
      waiting: waiting.map((one) => (one.key === key ? { ...one, ...fields } : one)),
    }))
  }

  function drop(key: string): void {
    store.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.key !== key) }))
  }

  function retry(): void {
    const [first] = store.getState().waiting
    if (first?.isFailed) replace(first.key, { isFailed: false })
    void sendNext()
  }

  function unsend({ key, edit, group, way }: Waiting<Edit>): void {
    drop(key)
    const step = { edit, group }
    store.setState(({ undo, redo }) =>
      way === 'undo' ? { undo: [...undo, step] } : { redo: [...redo, step] },
    )
  }

  /** What was not sent yet is not sent at all; what is on its way is followed by its inverse. */
  function takeBack(one: Waiting<Edit>): void {
    const { key, edit, isUndone } = one
    if (isUndone || sending === key) replace(key, { isUndone: !isUndone })
    else unsend(one)
    speak(edit, canTakeBack(one) ? 'undo' : 'redo', { isTakenBack: !isUndone })
  }

  function undo(): Edit | null {
    const { waiting, undo: steps, conflict } = store.getState()
    if (conflict) return null
    const group = waiting.findLast(canTakeBack)?.group ?? steps.at(-1)?.group
    const taken = waiting.filter((one) => one.group === group && canTakeBack(one)).toReversed()
    for (const one of taken) takeBack(one)
    return repeat('undo', group) ?? taken.at(-1)?.edit ?? null
  }

  /** An undo that waits to be saved is the last thing that was undone. */
  function redo(): Edit | null {
    const { waiting, redo: steps, conflict } = store.getState()
    if (conflict) return null
    const group = waiting.findLast(canDoAgain)?.group
    const taken = waiting.filter((one) => one.group === group && canDoAgain(one)).toReversed()
    for (const one of taken) takeBack(one)
    return repeat('redo', group ?? steps.at(-1)?.group) ?? taken.at(-1)?.edit ?? null
  }

  function repeat(way: 'undo' | 'redo', group: string | undefined): Edit | null {
    const steps = store.getState()[way]
    const own = steps.filter((step) => step.group === group).toReversed()
    if (own.length === 0) return null
    store.setState({ [way]: steps.filter((step) => step.group !== group) })
    for (const { edit } of own) add(edit, way, group)
    return own.at(-1)?.edit ?? null
  }

  function decide(isMine: boolean): void {
    const { conflict } = store.getState()
    store.setState({ conflict: null })
    if (conflict && !isMine) drop(conflict.waiting.key)
    if (store.getState().waiting.length > 0) void sendNext()
    else void queries.invalidateQueries(exactly)
  }

  addEventListener('online', retry)
  return Object.assign(store, {
    run: (edit: Edit) => add(edit, 'do'),
    runAll: (edits: readonly Edit[]) => {
      const group = crypto.randomUUID()
      for (const edit of edits) add(edit, 'do', group)
      const last = edits.at(-1)
      if (last) speak(last, 'do', { count: edits.length })
    },
    undo,
    redo,
    keepMine: () => decide(true),
    takeTheirs: () => decide(false),
    retry,
    close: () => removeEventListener('online', retry),
  })
}

const isSame = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  JSON.stringify(a) === JSON.stringify(b)
