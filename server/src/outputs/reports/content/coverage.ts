import { coverageOf } from '../../../analysis/coverage.ts'
import { PART_VISIBILITY } from '../../../analysis/part-visibility.ts'
import { PART_TYPES, type PartType } from '../../../core/contracts/part-types.ts'
import type { ReportContent } from '../report-content.ts'
import type { ReportFacts } from './read-facts.ts'

type Facts = NonNullable<ReportFacts>

/** A part on whose picture a damage is shown was seen, whatever the checks of that picture say. */
export function coverageIn(facts: Facts): ReportContent['coverage'] {
  const { parts, ring } = coverageOf(facts.images)
  const missing = new Set(parts.missing)
  for (const part of shownParts(facts)) missing.delete(part)
  const all = PART_TYPES.filter((part) => PART_VISIBILITY.has(part))
  return {
    parts_seen: all.filter((part) => !missing.has(part)),
    parts_not_seen: all.filter((part) => missing.has(part)),
    parts_share: parts.share,
    ring: { segments: ring.segments, covered: ring.covered },
  }
}

function shownParts({ parts, damages, views }: Facts): PartType[] {
  const shown = new Set(views.map((view) => view.damage_id))
  const ids = new Set(damages.filter(({ id }) => shown.has(id)).flatMap(({ part_ids }) => part_ids))
  return parts.filter(({ id }) => ids.has(id)).map(({ part_type }) => part_type)
}
