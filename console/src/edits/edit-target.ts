import type { QueryKey } from '@tanstack/react-query'
import type { Entities } from '@walkaround/sdk'

/** Who is signed in, as the author of what is not saved yet. */
export const ME = 'me'

/** The ids of what an edit made, by the name of its field. */
export type Made = Readonly<Record<string, string>>

export type Sent<Edit> = { entities: Entities; inverse: Edit; made?: Made }

/** With `key`, sending it again is harmless. `before` is how everything stood when it was sent. */
export type Sending = { key: string; version: number | null; before: Entities }

/** What is edited, an inspection or a comparison, and what the queue has to know of its edits. */
export type EditTarget<Edit> = {
  queryKey: QueryKey
  read: () => Promise<Entities>
  /** The record an edit changes; null where it makes a new one. */
  recordIdOf: (edit: Edit) => string | null
  versionOf: (entities: Entities, edit: Edit) => number | null
  /** What a person saw of what they change: where this differs, somebody else changed the same thing. */
  factsOf: (entities: Entities, edit: Edit) => Record<string, unknown>
  /** The records as they will be once everything that waits is saved. */
  overlay: (
    entities: Entities,
    waiting: readonly { key: string; edit: Edit; isUndone?: boolean }[],
  ) => Entities
  send: (edit: Edit, sending: Sending) => Promise<Sent<Edit>>
  /** An edit of something that was not saved yet names it by the key of the edit that makes it. */
  rename: (edit: Edit, made: Record<string, Made>) => Edit
  namesUnsaved: (edit: Edit, key: string) => boolean
}
