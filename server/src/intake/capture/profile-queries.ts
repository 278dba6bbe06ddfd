import { CAPTURE_STEP_NAMES, findCaptureStep } from '@walkaround/catalog/capture-steps'
import { sql } from 'kysely'
import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import type { CaptureProfile, CreateCaptureProfile, ProfileContent, ProfileStep } from './profile-schema.ts'
import { SHIPPED_PROFILES } from './shipped-profiles.ts'

/** What a column keeps of a profile. One from before a field existed hasn't got it. */
export const withAllFields = (column: 'content' | 'profile') =>
  sql<ProfileContent>`'{"keeps_own_plate": null}' || ${sql.ref(column)}`

/** The organization's own. The caller says which ones. */
export function selectProfiles(ctx: Context) {
  return ctx.db
    .selectFrom('capture_profiles')
    .where('org_id', '=', ctx.org_id)
    .select([
      'id',
      'created_at',
      'created_by',
      'deleted_at',
      'version',
      'name',
      withAllFields('content').as('content'),
    ])
}

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>['execute']>>[number]

export function profileJson({ content, deleted_at: _deleted_at, ...fields }: ProfileRow): CaptureProfile {
  return { ...fields, object_type: 'CAPTURE_PROFILE', ...content }
}

/** One of the organization, or one that comes with the service. */
export async function requireProfile(ctx: Context, profileId: string): Promise<CaptureProfile> {
  const shipped = SHIPPED_PROFILES.find(({ id }) => id === profileId)
  if (shipped) return shipped
  const row = await requireRow(
    profileId,
    selectProfiles(ctx).where('id', '=', profileId).where('deleted_at', 'is', null),
  )
  return profileJson(row)
}

/** One of the organization, deleted or not, with its row locked. */
export async function lockProfile(ctx: TransactionContext, profileId: string): Promise<ProfileRow> {
  return requireRow(profileId, selectProfiles(ctx).where('id', '=', profileId).forNoKeyUpdate())
}

export function contentOf({
  steps,
  vehicle_types = {},
  damages_max = 0,
  consent = {},
  asks_location = false,
  keeps_own_plate = null,
}: Omit<CreateCaptureProfile, 'name'>): ProfileContent {
  const byType = Object.entries(vehicle_types).map(([type, list]) => [type, stepsOf(type, list)])
  return {
    steps: stepsOf('steps', steps),
    vehicle_types: Object.fromEntries(byType),
    damages_max,
    consent,
    asks_location,
    keeps_own_plate,
  }
}

function stepsOf(field: string, list: CreateCaptureProfile['steps']): ProfileStep[] {
  if (new Set(list.map(({ step }) => step)).size < list.length)
    throw new Problem('request_invalid', {}, [{ field, message: 'must not name a step twice' }])
  const unknown = list.find(({ step }) => !findCaptureStep(step))
  if (unknown)
    throw new Problem('request_invalid', { known: CAPTURE_STEP_NAMES }, [
      { field, message: `has no step ${unknown.step}` },
    ])
  return list.map(({ step, is_required = true, must_pass = false }) => ({ step, is_required, must_pass }))
}
