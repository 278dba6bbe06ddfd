import { MODEL_AUTHOR, type Point, type Provenance } from '../../../core/contracts/findings.ts'
import type { PartType } from '../../../core/contracts/part-types.ts'
import type { Decision, EstimatePart } from '../../../findings/costs/estimate-types.ts'
import type { DamageRow } from '../../../findings/damages/queries.ts'
import { severityOfDamage } from '../../../findings/severities/severity-of-damage.ts'
import type { ReportDamage } from '../report-content.ts'
import type { ReportFacts } from './read-facts.ts'

type Facts = NonNullable<ReportFacts>

/** In the order of their numbers, which were given when they were found. */
export function damagesOf(facts: Facts): ReportDamage[] {
  const partTypes = new Map(facts.parts.map((part) => [part.id, part.part_type]))
  const numbers = new Map(facts.damages.map((row) => [row.id, row.number]))
  return facts.damages
    .toSorted((a, b) => a.number - b.number)
    .map((row) => damageOf(facts, row, partsOfDamage(row, partTypes), numbers))
}

export function partsOfDamage(row: DamageRow, partTypes: Map<string, PartType>): PartType[] {
  return row.part_ids.flatMap((id) => partTypes.get(id) ?? []).toSorted()
}

function damageOf(
  facts: Facts,
  row: DamageRow,
  part_types: PartType[],
  numbers: Map<string, number>,
): ReportDamage {
  const { number } = row
  const priced = pricedPart(facts, row.id)
  const first = priced ? firstOf(priced.part, numbers) : null
  return {
    number,
    damage_id: row.id,
    damage_type: row.damage_type,
    part_types,
    size_cm: sizeOf(row),
    severity: severityOf(facts, part_types, priced?.part ?? null),
    repair_operation: priced?.decision.operation ?? null,
    operation_rule: priced?.decision.rule ?? null,
    hours: priced && first === number ? hoursOf(facts, priced.part) : null,
    price: priced && first === number ? priceOf(facts, priced.part) : null,
    priced_with: priced && first !== number ? first : null,
    origin: originOf(facts, row),
    confidence: row.confidence,
    is_doubtful: isDoubtful(facts, row.id),
    corrected: correctedOf(facts, row),
    confirmed: confirmedOf(row),
    wear: wearOf(facts, row.id),
    views: viewsOf(facts, row.id),
  }
}

function pricedPart(facts: Facts, damageId: string): { part: EstimatePart; decision: Decision } | null {
  for (const part of facts.estimate?.parts ?? []) {
    const decision = part.decisions.find((one) => one.damage_id === damageId)
    if (decision) return { part, decision }
  }
  return null
}

/** A part has one price, which is shown with the first of its damages. */
function firstOf(part: EstimatePart, numbers: Map<string, number>): number | null {
  const all = part.decisions.flatMap((decision) => numbers.get(decision.damage_id) ?? [])
  return all.length === 0 ? null : Math.min(...all)
}

function priceOf(facts: Facts, part: EstimatePart): ReportDamage['price'] {
  const set = facts.prices.find((price) => price.part_type === part.part_type)
  if (!set?.person_fields.includes('pricing')) return set ? part.net : null
  if (set.amount_minor === null) return null
  return { low: set.amount_minor, likely: set.amount_minor, high: set.amount_minor }
}

function hoursOf(facts: Facts, part: EstimatePart): number | null {
  const set = facts.prices.find((price) => price.part_type === part.part_type)
  if (!set || set.person_fields.includes('pricing')) return null
  const hours = Object.values(part.hours)
  return hours.length === 0 ? null : hours.reduce((sum, count) => sum + count, 0)
}

function severityOf(
  { prices }: Facts,
  partTypes: readonly PartType[],
  part: EstimatePart | null,
): ReportDamage['severity'] {
  const level = severityOfDamage(partTypes, prices)
  if (level === null) return null
  // What a person says of a part stands above the rules.
  return { level, rule_id: part && level === part.level ? part.level_rule : null }
}

function sizeOf({ damage_size_cm, size_cm_low, size_cm_high, scale_source }: DamageRow) {
  if (damage_size_cm === null || scale_source === null) return null
  return {
    low: size_cm_low ?? damage_size_cm,
    likely: damage_size_cm,
    high: size_cm_high ?? damage_size_cm,
    scale_source,
  }
}

function originOf(facts: Facts, row: DamageRow): ReportDamage['origin'] {
  if (row.created_by !== MODEL_AUTHOR) return { kind: 'person', name: row.created_by, at: row.created_at }
  // Of several models the one that finds damages comes first.
  const model = modelsOf(facts, 'damage_detection')[0]
  return { kind: 'model', ...(model ?? { name: MODEL_AUTHOR, version: '', sha256: '' }) }
}

export function modelsOf(facts: Facts, taskName?: string): Provenance['models'] {
  const tasks = facts.tasks.filter(({ name }) => taskName === undefined || name === taskName)
  const all = tasks.flatMap(({ models }) => models ?? [])
  return all.filter((model, at) => all.findIndex(({ sha256 }) => sha256 === model.sha256) === at)
}

function isDoubtful({ estimate }: Facts, damageId: string): boolean {
  return (estimate?.not_priced ?? []).some(
    ({ damage_id, rule }) => damage_id === damageId && rule === 'too_doubtful',
  )
}

const SAID = ['damage_type', 'part_type', 'damage_size_cm']

function correctedOf({ events }: Facts, row: DamageRow): ReportDamage['corrected'] {
  if (row.created_by !== MODEL_AUTHOR || !row.is_user_modified) return null
  const last = events.findLast(
    ({ type, payload, changes }) =>
      type === 'damage.updated' &&
      payload.damage_id === row.id &&
      SAID.some((field) => changes?.[field] !== undefined),
  )
  return last?.created_by ? { at: last.created_at, by: last.created_by } : null
}

function confirmedOf({ confirmed_at, confirmed_by }: DamageRow): ReportDamage['confirmed'] {
  return confirmed_at !== null && confirmed_by !== null ? { at: confirmed_at, by: confirmed_by } : null
}

function wearOf(facts: Facts, damageId: string): ReportDamage['wear'] {
  const found = facts.estimate?.verdicts.find((verdict) => verdict.damage_id === damageId)
  if (!found) return null
  return {
    verdict: found.verdict,
    rule_id: found.rule,
    limit_cm: found.limit_mm === null ? null : found.limit_mm / 10,
  }
}

/** The surest first, then the largest. */
function viewsOf(facts: Facts, damageId: string): ReportDamage['views'] {
  return facts.views
    .filter((view) => view.damage_id === damageId)
    .toSorted(
      (a, b) =>
        (b.confidence ?? 1) - (a.confidence ?? 1) ||
        areaOf(b.bounding_box) - areaOf(a.bounding_box) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ image_id, bounding_box, polygons }) => ({
      image_id,
      box: bounding_box,
      polygons: polygons.map((ring) => ring.map(([x = 0, y = 0]): Point => [x, y])),
    }))
}

const areaOf = ({ width, height }: { width: number; height: number }) => width * height
