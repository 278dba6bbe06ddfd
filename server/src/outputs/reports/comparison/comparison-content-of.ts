import { objectIn, textIn } from '../../../core/contracts/free-text.ts'
import type { ComparisonPlace, Sighting } from '../../comparisons/schema.ts'
import { boundTexts, CONTENT_MAX } from '../content/bound-content.ts'
import type { ReportFrame } from '../content/content-of.ts'
import { mileageOf } from '../content/vehicle.ts'
import {
  COMPARISON_FORMAT,
  type ComparisonContent,
  type ComparisonImage,
  type ComparisonSide,
  type PaperPlace,
  type PaperSighting,
  type SideName,
} from './comparison-content.ts'
import type { ComparisonFacts } from './read-comparison-facts.ts'

type SideFacts = ComparisonFacts['earlier']

const SIGNALS_MAX = 100

/** What the paper says, in full. The same facts and frame give the same content. */
export function comparisonContentOf(facts: ComparisonFacts, frame: ReportFrame): ComparisonContent {
  const { comparison, places, charges, earlier, later } = facts
  const { vin, plate, brand, model, vehicle_type, color } = later.vehicle
  const { report_id, template_version, language, paper, time_zone, created_at, service_name, operator } =
    frame
  return boundTexts({
    format: COMPARISON_FORMAT,
    report_id,
    comparison_id: comparison.id,
    comparison_version: comparison.version,
    template_version,
    language,
    paper,
    time_zone,
    created_at,
    service_name,
    operator,
    compared_at: comparison.done_at,
    is_outdated: comparison.is_outdated,
    vehicle: { vin, plate, brand, model, vehicle_type, color },
    earlier: sideOf(earlier),
    later: sideOf(later),
    places: boundPlaces(places.slice(0, CONTENT_MAX.damages)),
    charges,
    signals: comparison.signals.slice(0, SIGNALS_MAX),
    panels: comparison.panels,
    models: comparison.models,
    is_earlier_read_again: comparison.is_earlier_read_again,
    images: [...imagesOf(earlier, 'earlier'), ...imagesOf(later, 'later')],
    omitted: {
      places: Math.max(places.length - CONTENT_MAX.damages, 0),
      signals: Math.max(comparison.signals.length - SIGNALS_MAX, 0),
    },
    verification: { url: frame.verify_url, code: '' },
  })
}

/** Those whose pixels are printed. */
export function shownImages({ places }: ComparisonContent): string[] {
  const shown = places
    .filter(({ is_damage, verdict }) => is_damage && (verdict === 'new' || verdict === 'worsened'))
    .flatMap(({ earlier, later }) => [earlier, later])
    .flatMap((sighting) => (sighting ? [sighting.image_id] : []))
  return [...new Set(shown)]
}

function sideOf({ inspection, vehicle, images }: SideFacts): ComparisonSide {
  const given = objectIn(inspection.additional_data, 'pdf_data')
  const agent = [textIn(given, 'agent_first_name'), textIn(given, 'agent_last_name')]
    .filter((name) => name !== null)
    .join(' ')
  const times = images.flatMap(({ captured_at }) => captured_at ?? []).toSorted()
  const [from, to] = [times[0], times.at(-1)]
  return {
    inspection_id: inspection.id,
    type: inspection.inspection_type,
    created_at: inspection.created_at,
    is_deleted: inspection.deleted_at !== null,
    place: textIn(given, 'agent_company_city'),
    inspector: agent || inspection.creator_id,
    mileage: mileageOf(vehicle),
    image_count: images.length,
    taken: from !== undefined && to !== undefined ? { from, to } : null,
  }
}

function imagesOf({ images }: SideFacts, side: SideName): ComparisonImage[] {
  return images.slice(0, CONTENT_MAX.images).map((row) => ({
    image_id: row.id,
    side,
    number: row.number,
    sha256: row.sha256,
    taken_at: row.captured_at,
    received_at: row.created_at,
    width: row.image_width,
    height: row.image_height,
  }))
}

/** A sighting without its outline is shown by its box. */
function boundPlaces(places: readonly ComparisonPlace[]): PaperPlace[] {
  let left: number = CONTENT_MAX.outline_points
  const seen = (sighting: Sighting | null): PaperSighting | null => {
    if (!sighting) return null
    const points = sighting.polygons.reduce((sum, ring) => sum + ring.length, 0)
    const fits = points <= left
    if (fits) left -= points
    return {
      damage_id: sighting.damage_id,
      image_id: sighting.image_id,
      box: sighting.bounding_box,
      polygons: fits ? sighting.polygons : [],
      length_mm: sighting.length_mm,
      length_error_mm: sighting.length_error_mm,
      captured_at: sighting.captured_at,
      captured_at_source: sighting.captured_at_source,
      sha256: sighting.sha256,
    }
  }
  return places.map((place) => ({
    place_id: place.id,
    number: place.number,
    verdict: place.verdict,
    proposed_verdict: place.proposed_verdict,
    certainty: place.certainty,
    part_type: place.part_type,
    damage_type: place.damage_type,
    reasons: place.reasons,
    earlier: seen(place.earlier),
    later: seen(place.later),
    decision: place.decision,
    is_damage: place.is_damage,
    is_chargeable: place.is_chargeable,
    chargeable_rule: place.chargeable_rule,
    amount: place.amount,
  }))
}
