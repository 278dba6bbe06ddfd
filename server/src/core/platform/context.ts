import type { Transaction } from 'kysely'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database, OrganizationDatabase } from './database.ts'
import type { DB } from './database-types.ts'
import type { Principal } from './identity.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { OrganizationKeys } from './organization-keys.ts'
import type { PictureUrls } from './picture-url.ts'
import type { QuotaSource } from './quota-limits.ts'
import type { Storage } from './storage.ts'
import type { Span } from './traces.ts'

/** What a process holds for one cell. An organization lives in exactly one cell. */
export type Cell = { database: Database; jobs: Jobs; storage: Storage; keys: OrganizationKeys }

export type Cells = { cellOf: (orgId: string) => Cell }

/** Says whether something happened to an inspection within a time, as soon as it does. */
export type Hub = { changed: (inspectionId: string, ms: number) => Promise<boolean> }

/** What every operation is given: who asks, and everything it may use. */
export type Context = {
  readonly principal: Principal
  readonly org_id: string
  readonly db: OrganizationDatabase
  readonly jobs: Jobs
  readonly storage: Storage
  readonly keys: OrganizationKeys
  readonly pictureUrls: PictureUrls
  readonly clock: Clock
  readonly config: Config
  readonly quotas: QuotaSource
  readonly log: Log
  /** Names the request in the log; null in a job. */
  readonly request_id: string | null
  /** The work that this is part of, for jobs and model servers that continue it; null where nothing is traced. */
  readonly traceparent: string | null
  /** Null in a process that hears of no events. */
  readonly hub: Hub | null
  /** The versions a request accepts to change (`If-Match`), or null when it names none. */
  readonly versions: readonly number[] | null
  /** Runs inside the transaction of an operation, when its answer is known and before it is committed. */
  readonly beforeCommit: ((db: Transaction<DB>, answer: unknown) => Promise<void>) | null
}

const ATTEMPTS_MAX = 3

export type TransactionContext = Context & { readonly db: Transaction<DB> }

export type ContextParts = {
  cells: Cells
  pictureUrls: PictureUrls
  clock: Clock
  config: Config
  quotas: QuotaSource
  hub?: Hub
}

export function createContext(
  parts: ContextParts,
  principal: Principal,
  log: Log,
  requestId: string | null = null,
  span: Span | null = null,
): Context {
  const { database, jobs, storage, keys } = parts.cells.cellOf(principal.org_id)
  return {
    principal,
    org_id: principal.org_id,
    db: database.forOrganization(principal.org_id),
    jobs,
    storage,
    keys,
    pictureUrls: parts.pictureUrls,
    clock: parts.clock,
    config: parts.config,
    quotas: parts.quotas,
    log: span ? log.child({ trace_id: span.traceId }) : log,
    request_id: requestId,
    traceparent: span?.traceparent ?? null,
    hub: parts.hub ?? null,
    versions: null,
    beforeCommit: null,
  }
}

/**
 * Runs `work` in one transaction. Never call the network inside it. The one transaction of a writing operation
 * returns the operation's answer: it is stored with the effect when the request carries an idempotency key.
 */
export async function inTransaction<T>(
  ctx: Context,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction().execute(async (db) => {
        const answer = await work({ ...ctx, db })
        await ctx.beforeCommit?.(db, answer)
        return answer
      })
    } catch (error) {
      // The database ended this one of two that waited for each other; the other has what it wanted by now.
      if (attempt === ATTEMPTS_MAX || !isDeadlock(error)) throw error
      ctx.log.warn({ err: error, attempt }, 'deadlock; the transaction is tried again')
    }
  }
}

/** Runs `work` on one moment of the database, so that what several statements read fits together. */
export async function inSnapshot<T>(ctx: Context, work: (ctx: TransactionContext) => Promise<T>): Promise<T> {
  const transaction = ctx.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute((db) => work({ ...ctx, db }))
}

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'
