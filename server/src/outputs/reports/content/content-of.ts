import type { Language } from '@walkaround/catalog/languages'
import type { Grade } from '../../../core/platform/report-look.ts'
import { agreedEstimate, pricedDamages } from '../../../findings/costs/agreed.ts'
import { standingPrices } from '../../../findings/pricing/standing-prices.ts'
import { type Paper, REPORT_FORMAT, type ReportContent, type ReportOperator } from '../report-content.ts'
import { boundContent } from './bound-content.ts'
import { coverImageOf } from './cover-image.ts'
import { coverageIn } from './coverage.ts'
import { damagesOf, modelsOf } from './damages.ts'
import { analysisOf, gradeOf } from './grade.ts'
import { historyOf } from './history.ts'
import { imagesInOrder } from './order-images.ts'
import type { ReportFacts } from './read-facts.ts'
import { unresolvedOf } from './unresolved.ts'
import { inspectionOf, vehicleOf } from './vehicle.ts'

export type ReportFrame = {
  report_id: string
  template_version: string
  language: Language
  paper: Paper
  time_zone: string
  created_at: string
  service_name: string
  operator: ReportOperator
  grades: readonly Grade[] | null
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
  const known: Facts = frame.with_prices ? facts : { ...facts, estimate: null }
  const estimate = known.estimate && agreedEstimate(known.estimate, standingPrices(known.prices))
  const priced = estimate && pricedDamages(estimate)
  const damages = damagesOf(known)
  const analysis = analysisOf(facts.tasks)
  const images = imagesInOrder(facts.images, frame.language)
  const { report_id, template_version, language, paper, time_zone, created_at } = frame
  const content = {
    format: REPORT_FORMAT,
    report_id,
    inspection_id: facts.inspection.id,
    template_version,
    language,
    paper,
    time_zone,
    created_at,
    service_name: frame.service_name,
    operator: frame.operator,
    client_name: frame.client_name,
    customer: frame.customer,
    inspection: inspectionOf(facts),
    analysis,
    grade: gradeOf(frame.grades, damages, analysis),
    vehicle: vehicleOf(
      frame.vin === null ? facts : { ...facts, vehicle: { ...facts.vehicle, vin: frame.vin } },
    ),
    coverage: coverageIn(facts),
    damages,
    images,
    cover_image_id: coverImageOf(facts.images),
    wheels: facts.wheels.map(wheelOf),
    documents: facts.documents.map(documentOf),
    estimate,
    priced_damages: priced && damages.filter(({ damage_id }) => priced.has(damage_id)).length,
    unresolved: unresolvedOf(known, damages, images),
    history: historyOf(facts, damages, frame),
    models: modelsOf(facts),
    rules: rulesOf(known),
    verification: { url: frame.verify_url, code: '' },
  } as const
  return boundContent(content, facts.older_events)
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

function rulesOf({ estimate }: Facts): ReportContent['rules'] {
  if (!estimate) return []
  return [estimate.table, ...(estimate.wear_pack ? [estimate.wear_pack] : [])].map(({ id, version }) => ({
    id,
    version,
  }))
}
