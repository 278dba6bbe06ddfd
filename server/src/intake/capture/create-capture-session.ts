import { sql } from 'kysely'
import { isSecret, newSecret, secretDigest } from '../../core/access/capture-secrets.ts'
import { requireProof, subjectOfLink } from '../../core/access/find-link-holder.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { TASK_NAMES } from '../../core/contracts/tasks.ts'
import {
  type Context,
  type ContextParts,
  createContext,
  inTransaction,
  type TransactionContext,
} from '../../core/platform/context.ts'
import type { ProvenRequest } from '../../core/platform/device-proof.ts'
import type { Log } from '../../core/platform/log.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { requireInspectionsPerDay } from '../../tenancy/quotas/require-room.ts'
import { insertInspection } from '../inspections/insert-inspection.ts'
import { keepOwnPlate } from '../inspections/keep-own-plate.ts'
import { type CaptureLinkRow, lockCaptureLink, readProfileOfLink } from './link-queries.ts'
import type { CaptureSession, NewInspection } from './schema.ts'

type Asked = Omit<ProvenRequest, 'nowMs'> & { requestId: string }
type Session = { id: string; inspection_id: string }

/** Who asks: whoever has the secret of a link, and the key of a device. */
export async function findAsking(parts: ContextParts, log: Log, { requestId, ...request }: Asked) {
  const { secret } = request
  const device = await requireProof({ ...request, nowMs: parts.clock.nowMs() })
  // A secret names no organization. There is one cell; with more, each would be asked.
  const [found] = isSecret(secret)
    ? await parts.cells
        .cellOf('')
        .database.callAcross<{ org_id: string; id: string }>('find_capture_link', [secretDigest(secret)])
    : []
  if (!found) throw new Problem('not_found')
  const principal = { subject: subjectOfLink(found.id), org_id: found.org_id, permissions: new Set<string>() }
  const child = log.child({ request_id: requestId, org_id: found.org_id })
  return { ctx: createContext(parts, principal, child, requestId), linkId: found.id, device }
}

/** Trades the secret of a link for a token that counts only together with the key of the device. */
export async function createCaptureSession(
  ctx: Context,
  linkId: string,
  device: string,
): Promise<CaptureSession> {
  return inTransaction(ctx, async (ctx) => {
    const link = requireOpen(await lockCaptureLink(ctx, linkId))
    if (link.inspection_id) await requireThere(ctx, link.inspection_id)
    const token = newSecret()
    const known = await findSession(ctx, link, device)
    const session = known ? await renewToken(ctx, known.id, token) : await openLink(ctx, link, device, token)
    const { token_expires_at: expires_at, inspection_id } = session
    return { object_type: 'CAPTURE_SESSION', token, expires_at, inspection_id, capture_link_id: link.id }
  })
}

function requireOpen(link: CaptureLinkRow): CaptureLinkRow {
  if (link.revoked_at) throw new Problem('capture_link_revoked')
  if (link.is_expired) throw new Problem('capture_link_expired', { expires_at: link.expires_at })
  return link
}

/** What the device has opened before. With a reusable link it begins anew once that is finished or deleted. */
async function findSession(
  ctx: TransactionContext,
  link: CaptureLinkRow,
  device: string,
): Promise<Session | undefined> {
  let sessions = ctx.db
    .selectFrom('capture_sessions')
    .select(['id', 'inspection_id'])
    .where('org_id', '=', ctx.org_id)
    .where('link_id', '=', link.id)
    .where('device', '=', device)
  if (!link.inspection_id)
    sessions = sessions
      .where('finished_at', 'is', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('inspections')
            .select('inspections.id')
            .whereRef('inspections.org_id', '=', 'capture_sessions.org_id')
            .whereRef('inspections.id', '=', 'capture_sessions.inspection_id')
            .where('inspections.deleted_at', 'is', null),
        ),
      )
  return sessions.orderBy('id', 'desc').executeTakeFirst()
}

const tokenFields = ({ config }: TransactionContext, token: string) => ({
  token_sha256: secretDigest(token),
  token_expires_at: sql<string>`now() + make_interval(secs => ${config.CAPTURE_TOKEN_S})`,
})

async function renewToken(ctx: TransactionContext, sessionId: string, token: string) {
  return ctx.db
    .updateTable('capture_sessions')
    .set(tokenFields(ctx, token))
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', sessionId)
    .returning(['inspection_id', 'token_expires_at'])
    .executeTakeFirstOrThrow()
}

async function openLink(ctx: TransactionContext, link: CaptureLinkRow, device: string, token: string) {
  const { id: link_id, use_count, uses_max } = link
  if (use_count >= uses_max) throw new Problem('capture_link_used_up', { uses_max })
  await ctx.db
    .updateTable('capture_links')
    .set({ use_count: use_count + 1 })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', link_id)
    .execute()
  const inspection_id = link.inspection_id ?? (await createOwnInspection(ctx, link))
  const session = await ctx.db
    .insertInto('capture_sessions')
    .values({ org_id: ctx.org_id, link_id, inspection_id, device, ...tokenFields(ctx, token) })
    .returning(['inspection_id', 'token_expires_at'])
    .executeTakeFirstOrThrow()
  await emit(ctx, 'capture_link.opened', inspection_id, { capture_link_id: link_id })
  return session
}

/** It belongs to whoever made the link, and has the tasks that they might ask for. */
async function createOwnInspection(ctx: TransactionContext, link: CaptureLinkRow): Promise<string> {
  const {
    tasks = [],
    inspection_type = null,
    vehicle_type = null,
  }: Partial<NewInspection> = link.inspection ?? {}
  const id = uuidv7()
  const names = TASK_NAMES.filter((name) => name === 'compliances' || tasks.includes(name))
  const maker = { subject: link.created_by, org_id: ctx.org_id, permissions: new Set<string>() }
  await insertInspection(
    { ...ctx, principal: maker },
    id,
    { tasks: {}, inspection_type, vehicle: { vehicle_type } },
    names.map((name) => ({ name, start_when_ready: false, arguments: {}, callbacks: [] })),
  )
  await requireInspectionsPerDay(ctx)
  const { keeps_own_plate } = await readProfileOfLink(ctx, link.id)
  await keepOwnPlate(ctx, id, keeps_own_plate)
  return id
}

async function requireThere(ctx: TransactionContext, inspectionId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
}
