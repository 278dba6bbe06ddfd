import { findCaptureStep } from '@walkaround/catalog/capture-steps'
import { COMPLIANCE_ISSUES } from '@walkaround/catalog/compliance-issues'
import { nearestViewpoint } from '@walkaround/catalog/image-types'
import { labels } from '@walkaround/catalog/labels'
import type { Language } from '@walkaround/catalog/languages'
import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { sql } from 'kysely'
import type { CaptureReading } from '../../core/contracts/findings.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { type CaptureLinkRow, readProfileOfLink, selectCaptureLinks } from './link-queries.ts'
import type { ProfileContent } from './profile-schema.ts'
import { listReadSteps, showReading } from './readings.ts'
import type { Capture, CapturePictureState, CaptureStepState, SHOTS } from './schema.ts'

/** Which picture of the capture it is, as it is noted in the image. */
export const placeOfDamage = (damageKey: string, shot: (typeof SHOTS)[number]) =>
  `damage/${damageKey}/${shot}`

type TakenPicture = {
  id: string
  place: string
  compliances: FreeObject | null
  reading: CaptureReading | null
}

/** What is to be taken with the link, what is there, and what is wrong with it. */
export async function readCapture(ctx: Context, inspectionId: string): Promise<Capture> {
  const link = await requireLinkOf(ctx, inspectionId)
  const profile = await readProfileOfLink(ctx, link.id)
  const vehicle = await readVehicle(ctx, inspectionId)
  const pictures = await readPictures(ctx, inspectionId)
  const read = { readSteps: await listReadSteps(ctx, inspectionId), entries: vehicle.additional_data }
  const show = (place: string) => showPicture(ctx, link, pictures.get(place))
  const steps = stepsFor(profile, vehicle.vehicle_type).map((step): CaptureStepState => {
    const { kind = 'close_up', azimuth = null } = findCaptureStep(step.step) ?? {}
    const viewpoint = azimuth === null ? null : nearestViewpoint(azimuth)
    const reading = showReading(step.step, pictures.get(step.step), read)
    return { ...step, kind, azimuth, viewpoint, ...show(step.step), reading }
  })
  const missing = steps.filter(isMissing).map(({ step }) => step)
  const { brand, model, plate, vehicle_type } = vehicle
  return {
    object_type: 'CAPTURE',
    inspection_id: inspectionId,
    capture_link_id: link.id,
    profile_id: link.profile_id,
    profile_version: link.profile_version,
    language: link.language,
    consent: profile.consent[link.language] ?? Object.values(profile.consent)[0] ?? null,
    asks_location: profile.asks_location,
    is_reusable: link.inspection_id === null,
    damages_max: profile.damages_max,
    vehicle_type,
    vehicle: link.visible.includes('vehicle') ? { brand, model, plate } : null,
    steps,
    damages: damageKeysOf(pictures).map((damage_key) => ({
      damage_key,
      wide: show(placeOfDamage(damage_key, 'wide')),
      near: show(placeOfDamage(damage_key, 'near')),
    })),
    missing,
    may_finish: missing.length === 0,
    return_url: link.return_url,
    finished_at: await readFinishedAt(ctx, link.id, inspectionId),
  }
}

/** What the profile asks for with a vehicle of this type. */
function stepsFor(profile: ProfileContent, vehicleType: string | null): ProfileContent['steps'] {
  const type = vehicleTypeOf(vehicleType)
  return (type && profile.vehicle_types[type]) ?? profile.steps
}

/** A picture that could not be checked is enough: nobody can mend that with another one. */
function isMissing({ is_required, must_pass, verdict }: CaptureStepState): boolean {
  if (verdict === 'missing') return is_required
  return must_pass && (verdict === 'retake' || verdict === 'checking')
}

/** The link that the caller holds. To others it is the one that was made or opened last. */
async function requireLinkOf(ctx: Context, inspectionId: string): Promise<CaptureLinkRow> {
  const held = ctx.principal.link?.id
  const links = selectCaptureLinks(ctx).orderBy('capture_links.id', 'desc')
  const row = await links
    .where((eb) =>
      held
        ? eb('capture_links.id', '=', held)
        : eb.or([
            eb('capture_links.inspection_id', '=', inspectionId),
            eb.exists(
              eb
                .selectFrom('capture_sessions')
                .select('capture_sessions.id')
                .whereRef('capture_sessions.org_id', '=', 'capture_links.org_id')
                .whereRef('capture_sessions.link_id', '=', 'capture_links.id')
                .where('capture_sessions.inspection_id', '=', inspectionId),
            ),
          ]),
    )
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return row
}

async function readVehicle(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('vehicles')
    .select([
      'brand',
      'model',
      'plate',
      'vehicle_type',
      sql<FreeObject>`additional_data`.as('additional_data'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .executeTakeFirstOrThrow()
}

/** The picture of each place; of several, the last one. */
async function readPictures(ctx: Context, inspectionId: string): Promise<Map<string, TakenPicture>> {
  const rows = await ctx.db
    .selectFrom('images')
    .select([
      'id',
      sql<string>`additional_data ->> 'capture_step'`.as('place'),
      sql<FreeObject | null>`compliances`.as('compliances'),
      sql<CaptureReading | null>`additional_data -> 'capture_reading'`.as('reading'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .where(condition`additional_data ? 'capture_step'`)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.place, row]))
}

function damageKeysOf(pictures: Map<string, TakenPicture>): string[] {
  const keys = [...pictures.keys()].flatMap((place) => /^damage\/(.+)\/\w+$/.exec(place)?.[1] ?? [])
  return [...new Set(keys)]
}

function showPicture(
  ctx: Context,
  link: CaptureLinkRow,
  picture: TakenPicture | undefined,
): CapturePictureState {
  if (!picture) return { verdict: 'missing', reasons: [], image_id: null, path: null }
  const { id: image_id, compliances } = picture
  const path = link.visible.includes('pictures')
    ? ctx.pictureUrls.sign({ org_id: ctx.org_id, image_id, variant: 'picture.jpg' })
    : null
  const verdict = verdictOf(compliances)
  return {
    verdict,
    reasons: verdict === 'retake' ? reasonsOf(compliances, link.language) : [],
    image_id,
    path,
  }
}

function verdictOf(compliances: FreeObject | null): CapturePictureState['verdict'] {
  if (!compliances) return 'checking'
  if (compliances.compliance_status === 'compliant') return 'good'
  return compliances.compliance_status === 'non_compliant' ? 'retake' : 'unchecked'
}

function reasonsOf(compliances: FreeObject | null, language: Language): CapturePictureState['reasons'] {
  const found = compliances?.compliance_issues
  const issues = COMPLIANCE_ISSUES.filter((issue) => Array.isArray(found) && found.includes(issue))
  const words = labels(language)
  return issues.map((issue) => ({
    issue,
    text: words.compliance_issues[issue],
    how_to_fix: words.how_to_fix[issue],
  }))
}

async function readFinishedAt(ctx: Context, linkId: string, inspectionId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('capture_sessions')
    .select('finished_at')
    .where('org_id', '=', ctx.org_id)
    .where('link_id', '=', linkId)
    .where('inspection_id', '=', inspectionId)
    .where('finished_at', 'is not', null)
    .orderBy('id')
    .executeTakeFirst()
  return row?.finished_at ?? null
}
