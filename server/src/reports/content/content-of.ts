import { coverageOf } from '../../analysis/coverage.ts'
import { PART_VISIBILITY } from '../../analysis/part-visibility.ts'
import { PART_TYPES } from '../../contracts/part-types.ts'
import { agreedEstimate, type StandingPrice } from '../../estimates/agreed.ts'
import { type Paper, REPORT_FORMAT, type ReportContent, type ReportLanguage } from '../report-content.ts'
import { damagesOf, modelsOf } from './damages.ts'
import { historyOf } from './history.ts'
import { imagesInOrder } from './order-images.ts'
import type { ReportFacts } from './read-facts.ts'
import { inspectionOf, vehicleOf, vinCheckOf } from './vehicle.ts'

export type ReportFrame = {
  report_id: string
  template_version: string
  language: ReportLanguage
  paper: Paper
  time_zone: string
  created_at: string
  service_name: string
  client_name: string | null
  customer: string | null
  /** Replaces what the inspection knows, as the client asks for it. */
  vin: string | null
  /** Whether the report is to tell prices. */
  with_prices: boolean
  verify_url: string
}

type Facts = NonNullable<ReportFacts>

/** What the report says, in full. The same facts and frame give the same content. */
export function contentOf(facts: Facts, frame: ReportFrame): ReportContent {
  const known: Facts = frame.with_prices ? facts : { ...facts, estimate: null, prices: [] }
  const damages = damagesOf(known)
  const { report_id, template_version, language, paper, time_zone, created_at } = frame
  return {
    format: REPORT_FORMAT,
    report_id,
    inspection_id: facts.inspection.id,
    template_version,
    language,
    paper,
    time_zone,
    created_at,
    service_name: frame.service_name,
    client_name: frame.client_name,
    customer: frame.customer,
    inspection: inspectionOf(facts),
    vehicle: vehicleOf(
      frame.vin === null ? facts : { ...facts, vehicle: { ...facts.vehicle, vin: frame.vin } },
    ),
    coverage: coverageIn(facts),
    damages,
    images: imagesInOrder(facts.images),
    wheels: facts.wheels.map(wheelOf),
    documents: facts.documents.map(documentOf),
    estimate: known.estimate && agreedEstimate(known.estimate, standingPrices(known)),
    unresolved: unresolvedOf(known, damages),
    history: historyOf(facts, damages),
    models: modelsOf(facts),
    rules: rulesOf(known),
    verification: { url: frame.verify_url, code: '' },
  }
}

function coverageIn({ images }: Facts): ReportContent['coverage'] {
  const { parts, ring } = coverageOf(images)
  const missing = new Set(parts.missing)
  const all = PART_TYPES.filter((part) => PART_VISIBILITY.has(part))
  return {
    parts_seen: all.filter((part) => !missing.has(part)),
    parts_not_seen: all.filter((part) => missing.has(part)),
    parts_share: parts.share,
    ring: { segments: ring.segments, covered: ring.covered },
  }
}

function wheelOf({
  wheel_name,
  image_id,
  predictions,
}: Facts['wheels'][number]): ReportContent['wheels'][number] {
  return {
    wheel_name,
    image_id,
    judgements: Object.entries(predictions).map(([question, { prediction, confidence }]) => ({
      question,
      answer: prediction,
      // -1 says on the wire that no model can tell.
      confidence: confidence < 0 ? null : confidence,
    })),
  }
}

function documentOf({
  image_id,
  type,
  content,
}: Facts['documents'][number]): ReportContent['documents'][number] {
  const named = [
    ...(content.vin ? [{ field: 'vin', ...content.vin }] : []),
    ...(content.plate ? [{ field: 'plate', ...content.plate }] : []),
    ...Object.entries(content.fields).map(([field, reading]) => ({ field, ...reading })),
  ]
  return {
    image_id,
    type,
    readings: named.map(({ field, value, confidence }) => ({ field, value, confidence })),
  }
}

/** What a reader must not take for settled. */
function unresolvedOf(facts: Facts, damages: ReportContent['damages']): ReportContent['unresolved'] {
  const numberOf = (id: string) => damages.find((damage) => damage.damage_id === id)?.number ?? null
  const nothing = { part_type: null, damage_number: null, image_id: null }
  const { estimate, images, tasks } = facts
  return [
    ...coverageIn(facts).parts_not_seen.map((part_type) => ({
      ...nothing,
      reason: 'part_not_seen',
      part_type,
    })),
    ...images
      .filter(({ compliances }) => compliances?.compliance_status === 'non_compliant')
      .map(({ id }) => ({ ...nothing, reason: 'picture_not_compliant', image_id: id })),
    ...damages
      .filter(({ origin, confirmed }) => origin.kind === 'model' && confirmed === null)
      .map(({ number }) => ({ ...nothing, reason: 'not_confirmed', damage_number: number })),
    ...(estimate?.verdicts ?? [])
      .filter(({ verdict }) => verdict === 'uncertain')
      .map(({ damage_id }) => ({ ...nothing, reason: 'wear_uncertain', damage_number: numberOf(damage_id) })),
    ...(estimate?.not_priced ?? []).map(({ damage_id, rule }) => ({
      ...nothing,
      reason: rule,
      damage_number: numberOf(damage_id),
    })),
    ...(vinCheckOf(facts.vehicle.vin) === 'wrong' ? [{ ...nothing, reason: 'vin_check_wrong' }] : []),
    ...tasks
      .filter(({ status }) => status !== 'DONE' && status !== 'VALIDATED')
      .map(() => ({ ...nothing, reason: 'task_not_done' })),
  ]
}

function standingPrices({ prices }: Facts): StandingPrice[] {
  return prices.map(({ part_type, amount_minor, person_fields }) => ({
    // A price of the whole vehicle is on no part.
    part_type: part_type ?? 'ignore',
    minor: amount_minor,
    is_agreed: person_fields.includes('pricing'),
  }))
}

function rulesOf({ estimate }: Facts): ReportContent['rules'] {
  if (!estimate) return []
  return [estimate.table, ...(estimate.wear_pack ? [estimate.wear_pack] : [])].map(({ id, version }) => ({
    id,
    version,
  }))
}
