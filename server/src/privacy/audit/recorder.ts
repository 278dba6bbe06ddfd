import { setTimeout as delay } from 'node:timers/promises'
import type { Cells } from '../../core/platform/context.ts'
import type { Log } from '../../core/platform/log.ts'

/** Who asked for what, and what came of it. */
export type Entry = {
  org_id: string
  at: number
  subject: string
  operation: string
  inspection_id: string | null
  /** What the request was about beside the inspection: the last id of its path. */
  object_id: string | null
  status: number
  reason: string | null
  request_id: string | null
}

type Waiting = { entries: Entry[]; lost: number; written: () => void; whenWritten: Promise<void> }

const GATHER_MS = 200
const AGAIN_MS = 1_000
const ENTRIES_AT_ONCE = 500
const ENTRIES_MAX = 5_000

/**
 * Adds entries to the audit of their organization, many in one statement: reads soon after they were answered, changes before. What
 * the database does not take now is kept and tried again, up to a bound; what is lost beyond it is itself recorded.
 */
export class AuditRecorder {
  readonly #cells: Cells
  readonly #log: Log
  #waiting = new Map<string, Waiting>()
  #writing: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor({ cells, log }: { cells: Cells; log: Log }) {
    this.#cells = cells
    this.#log = log
  }

  /** Written within moments; nobody waits for it. */
  record(entry: Entry): void {
    this.#add(entry)
    this.#timer ??= setTimeout(() => void this.#write(), GATHER_MS)
  }

  /** Resolves when it is written, or when the database did not take it: then the answer is not held up. */
  async recordNow(entry: Entry): Promise<void> {
    const { whenWritten } = this.#add(entry)
    void this.#write()
    await Promise.race([whenWritten, delay(AGAIN_MS, undefined, { ref: false })])
  }

  /** Writes what is left. Nothing may be recorded afterwards. */
  async close(): Promise<void> {
    await this.#write()
    await this.#write()
    clearTimeout(this.#timer)
    const left = [...this.#waiting.values()].reduce(
      (sum, { entries, lost }) => sum + entries.length + lost,
      0,
    )
    if (left > 0) this.#log.error({ entries: left }, 'audit entries could not be written before the end')
  }

  #add(entry: Entry): Waiting {
    const waiting = this.#waiting.get(entry.org_id) ?? newWaiting()
    this.#waiting.set(entry.org_id, waiting)
    if (waiting.entries.length < ENTRIES_MAX) waiting.entries.push(entry)
    else waiting.lost += 1
    return waiting
  }

  /** One at a time: whoever comes meanwhile is in the next statement. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().then((hasFailed) => {
      this.#writing = null
      clearTimeout(this.#timer)
      this.#timer = undefined
      // What came meanwhile goes at once, unless the database needs time to come back.
      if (this.#waiting.size > 0) this.#timer = setTimeout(() => void this.#write(), hasFailed ? AGAIN_MS : 0)
    })
    return this.#writing
  }

  /** Each organization once: whether the database did not take the entries of one. */
  async #writeAll(): Promise<boolean> {
    const taken = [...this.#waiting]
    this.#waiting.clear()
    let hasFailed = false
    for (const [orgId, waiting] of taken) {
      try {
        await this.#writeOrganization(orgId, waiting)
        waiting.written()
      } catch (error) {
        this.#log.error(
          { err: error, org_id: orgId, entries: waiting.entries.length },
          'audit entries not written; kept',
        )
        this.#keep(orgId, waiting)
        hasFailed = true
      }
    }
    return hasFailed
  }

  async #writeOrganization(orgId: string, waiting: Waiting): Promise<void> {
    if (waiting.lost > 0) waiting.entries.push(lostEntry(waiting))
    waiting.lost = 0
    const { database } = this.#cells.cellOf(orgId)
    while (waiting.entries.length > 0) {
      const batch = waiting.entries.slice(0, ENTRIES_AT_ONCE)
      await database.callAcross('append_audit_entries', [orgId, JSON.stringify(batch.map(entryRow))])
      waiting.entries.splice(0, batch.length)
    }
  }

  /** Before those that came meanwhile. */
  #keep(orgId: string, waiting: Waiting): void {
    const newer = this.#waiting.get(orgId)
    if (newer) {
      const room = Math.max(0, ENTRIES_MAX - waiting.entries.length)
      waiting.entries.push(...newer.entries.slice(0, room))
      waiting.lost += newer.lost + Math.max(0, newer.entries.length - room)
      void waiting.whenWritten.then(newer.written)
    }
    this.#waiting.set(orgId, waiting)
  }
}

function newWaiting(): Waiting {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { entries: [], lost: 0, written: resolve, whenWritten: promise }
}

function lostEntry({ entries, lost }: Waiting): Entry {
  const last = entries.at(-1)
  if (!last) throw new Error('nothing is lost while there is room')
  return {
    ...last,
    subject: 'walkaround',
    operation: 'loseAuditEntries',
    inspection_id: null,
    object_id: null,
    status: 503,
    reason: `${lost} entries were lost while the database did not take them.`,
  }
}

/** What the hash of an entry is over, beside its place and the hash before. `walkaround audit verify` makes the same. */
export function entryRow({ org_id: _, ...entry }: Entry) {
  const { at, subject, operation, inspection_id, object_id, status, reason, request_id } = entry
  const text = JSON.stringify([at, subject, operation, inspection_id, object_id, status, reason, request_id])
  return { ...entry, text }
}
