import { DEFAULT_LANGUAGE } from '@walkaround/catalog/languages'
import { sql } from 'kysely'
import { newSecret, secretDigest } from '../../core/access/capture-secrets.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { keepOwnPlate } from '../inspections/keep-own-plate.ts'
import { captureLinkJson, lockCaptureLink } from './link-queries.ts'
import { requireProfile } from './profile-queries.ts'
import type { CaptureLinkWithUrl, CreateCaptureLink, NewInspection } from './schema.ts'
import { DEFAULT_PROFILE_ID } from './shipped-profiles.ts'

type Target = { inspection_id: string; inspection: null } | { inspection_id: null; inspection: NewInspection }

const DAY_S = 86_400
const FOR_ONE = { expires_in_s: 7 * DAY_S, uses_max: 1 }
const REUSABLE = { expires_in_s: 90 * DAY_S, uses_max: 1_000 }

/** A new link. Only its digest is kept: whoever reads the database cannot open it. */
export async function insertLink(
  ctx: TransactionContext,
  id: string,
  input: CreateCaptureLink,
  { inspection_id, inspection }: Target,
): Promise<CaptureLinkWithUrl> {
  const usual = inspection_id ? FOR_ONE : REUSABLE
  const { expires_in_s = usual.expires_in_s, uses_max = usual.uses_max } = input
  const { profile_id = DEFAULT_PROFILE_ID, language = DEFAULT_LANGUAGE, visible = ['vehicle'] } = input
  const limit = ctx.config.CAPTURE_LINK_S_MAX
  if (expires_in_s > limit)
    throw new Problem('request_invalid', { limit }, [
      { field: 'expires_in_s', message: `must be <= ${limit}` },
    ])
  const { return_url = null } = input
  if (return_url !== null && !isWebAddress(return_url))
    throw new Problem('request_invalid', {}, [
      { field: 'return_url', message: 'must be an http or https URL without user name or password' },
    ])
  await requireRoom(ctx)
  const { version, name: _name, id: _id, ...profile } = await requireProfile(ctx, profile_id)
  const secret = newSecret()
  await ctx.db
    .insertInto('capture_links')
    .values({
      org_id: ctx.org_id,
      id,
      created_by: ctx.principal.subject,
      inspection_id,
      inspection: inspection ? json(inspection) : null,
      secret_sha256: secretDigest(secret),
      profile_id,
      profile_version: version,
      profile: json(profile),
      language,
      visible,
      uses_max,
      return_url,
      expires_at: sql<string>`now() + make_interval(secs => ${expires_in_s})`,
    })
    .execute()
  if (inspection_id) await keepOwnPlate(ctx, inspection_id, profile.keeps_own_plate)
  // Browsers send no fragment to anybody: neither a log nor a referrer has it.
  return {
    ...captureLinkJson(await lockCaptureLink(ctx, id)),
    url: `${ctx.config.PUBLIC_URL}/capture#${secret}`,
  }
}

/** A person with a link taps on it: nothing that runs as a script, and no name that looks like another host. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Two links at once may pass the limit by one; it guards the database, and nobody pays by it. */
async function requireRoom(ctx: TransactionContext): Promise<void> {
  const limit = ctx.config.CAPTURE_LINKS_MAX
  const { count } = await ctx.db
    .selectFrom('capture_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('capture_limit_reached', { resource: 'capture_links', limit })
}
