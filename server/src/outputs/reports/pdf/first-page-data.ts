import { SEVERITIES } from '@walkaround/catalog/severities'
import { damageLabel, imageLabel } from '../../../core/contracts/labels.ts'
import type { PartType } from '../../../core/contracts/part-types.ts'
import type { Estimate } from '../../../findings/costs/estimate-types.ts'
import type { Mileage, ReportContent, ReportDamage } from '../report-content.ts'
import { type Photo, type PhotoSource, shortTitle, widePhoto } from './photo-data.ts'
import type { Exact } from './printable-text.ts'
import { nameOf, type Speech } from './speak.ts'

/** Texts with a comma between them. Each has its own direction, which it would give to what follows it in one text. */
export type Joined = { parts: string[] }
/** `note` is printed small below the value. */
export type Fact = { label: string; value: string | Exact | Joined; note: string | null }
/** As many bars as the level, because a colour does not survive a black and white printer. */
export type SeverityMark = { label: string; fill: string; ink: string; bars: number }
export type DamageRow = {
  label: string
  part: string
  type: string
  severity: SeverityMark
  size: string
  /** What the wear rule says of the size, below it. */
  wear: string | null
  operation: string
  hours: string
  source: string
  cost: string
}

export function factsOf({ content, speech }: PhotoSource): (Fact & { columns: number })[] {
  const { words, codes } = speech
  const { inspection, vehicle } = content
  const labels = words.facts
  const facts = present([
    [labels.inspection, { exact: content.inspection_id }],
    [labels.reference, inspection.reference],
    [labels.plate, vehicle.plate ?? words.unknown],
    [labels.vin, vehicle.vin ?? words.unknown, vehicle.vin_check && words.vin_check[vehicle.vin_check]],
    [labels.vehicle, ...vehicleTexts(content, speech)],
    [labels.mileage, ...mileageTexts(content, speech)],
    [labels.first_registration, vehicle.date_of_circulation],
    [labels.type, inspection.type && nameOf(codes.inspection_types, inspection.type)],
    [labels.inspected, speech.time(inspection.started_at ?? inspection.created_at), content.time_zone],
    [labels.place, inspection.place],
    [labels.inspector, inspection.inspector],
    [labels.client, content.client_name],
    [labels.customer, content.customer],
    [labels.duplicate_keys, yesOrNo(vehicle.duplicate_keys, speech)],
    [
      labels.market_value,
      vehicle.market_value && speech.money(vehicle.market_value.minor, vehicle.market_value.currency),
    ],
  ])
  return inColumns(facts)
}

export type Tile = { value: string; label: string }

export function tilesOf({ content, speech }: PhotoSource): Tile[] {
  const { words } = speech
  const { images, damages } = content
  const compliant = images.filter(({ checks }) => checks?.every(({ is_passed }) => is_passed)).length
  const severe = damages.filter(({ severity }) => severity?.level === 3).length
  const isRated = damages.length === 0 || damages.some(({ severity }) => severity !== null)
  return [
    { value: speech.number(damages.length), label: words.tiles.damages(damages.length) },
    priceTile(content, speech),
    { value: isRated ? speech.number(severe) : '–', label: words.tiles.severe },
    {
      value: `${speech.number(compliant)} / ${speech.number(images.length)}`,
      label: words.tiles.compliant,
    },
  ]
}

/** A sum of nothing is not printed: nobody could tell it from a repair that costs nothing. */
export function hasPrice({ parts }: Estimate): boolean {
  return parts.some(({ lines }) => lines.length > 0)
}

/** A sum says how many damages it stands for, and how far it may be off. Where none is priced there is no sum. */
export function priceTile(
  { estimate, priced_damages, damages, omitted, analysis }: ReportContent,
  { words, money, moneyRange }: Speech,
): Tile {
  const count = damages.length + omitted.damages
  if (!estimate || (count === 0 && analysis !== 'done')) return { value: '–', label: words.tiles.no_estimate }
  const { total, currency } = estimate
  const priced = words.tiles.priced(priced_damages ?? 0, count)
  if (!hasPrice(estimate)) return { value: '–', label: count > 0 ? priced : words.nothing_charged }
  const range = moneyRange(total, currency)
  return {
    value: money(total.likely, currency),
    label: [words.tiles.estimate, ...(range ? [range] : []), ...(count > 0 ? [priced] : [])].join(' · '),
  }
}

/** The picture that shows the most damages, the first of several. */
export function leadOf(source: PhotoSource): { title: string; photo: Photo; caption: string } | null {
  const { images, damages } = source.content
  const counts = images.map(
    ({ image_id }) => damages.filter(({ views }) => views.some((view) => view.image_id === image_id)).length,
  )
  const image = images[counts.indexOf(counts.reduce((a, b) => Math.max(a, b), 0))]
  if (!image) return null
  const { speech } = source
  const photo = widePhoto(source, image, damages)
  const time = speech.time(image.taken_at ?? image.received_at)
  const caption = photo.shapes.length > 0 ? `${time}. ${speech.words.lead_caption}` : time
  return { title: shortTitle(source, image), photo, caption }
}

export function damageRows({ content, speech }: PhotoSource): DamageRow[] {
  return content.damages.map((damage) => ({
    label: damageLabel(damage.number),
    part: partsText(damage.part_types, speech),
    type: nameOf(speech.labels.damage_types, damage.damage_type),
    severity: severityMark(damage, speech),
    size: damage.size_cm ? speech.size(damage.size_cm) : '–',
    wear: damage.wear && speech.words.wear[damage.wear.verdict],
    operation: damage.repair_operation ? speech.words.operations[damage.repair_operation] : '–',
    hours: damage.hours === null ? '–' : speech.number(damage.hours, 2),
    source: sourceText(damage, speech),
    cost: costText(damage, content, speech),
  }))
}

export function severityMark({ severity }: ReportDamage, speech: Speech): SeverityMark {
  if (!severity) return { label: speech.words.severity_unknown, fill: '#ffffff', ink: '#334155', bars: 0 }
  const { name, fill, ink, bars } = SEVERITIES[severity.level]
  return { label: speech.labels.severities[name], fill, ink, bars }
}

export function partsText(parts: readonly PartType[], speech: Speech): string {
  const known = parts.filter((part) => part !== 'ignore')
  if (known.length === 0) return speech.words.no_part
  return known.map((part) => nameOf(speech.labels.parts, part)).join(', ')
}

export function costText(damage: ReportDamage, { estimate }: ReportContent, speech: Speech): string {
  const { price, priced_with } = damage
  if (priced_with !== null) return speech.words.priced_with(damageLabel(priced_with))
  return price && estimate ? speech.money(price.likely, estimate.currency) : '–'
}

function yesOrNo(value: boolean | null, { words }: Speech): string | null {
  return value === null ? null : value ? words.yes : words.no
}

type Given = [label: string, value: Fact['value'] | null, note?: string | null]

/** Those that have a value. */
export function present(facts: Given[]): Fact[] {
  return facts.flatMap(([label, value, note = null]) => (value ? [{ label, value, note }] : []))
}

const COLUMNS = 4

/**
 * How many columns of the first page each takes: an identifier is printed in one piece, and what is long not as a tower.
 * The last of a row takes what the next is too wide for.
 */
export function inColumns(facts: readonly Fact[]): (Fact & { columns: number })[] {
  const placed: (Fact & { columns: number })[] = []
  let free = 0
  for (const fact of facts) {
    const length = lengthOf(fact.value)
    const columns = length > 120 ? COLUMNS : length > 34 ? 2 : 1
    const last = placed.at(-1)
    if (columns > free && last) last.columns += free
    free = (columns > free ? COLUMNS : free) - columns
    placed.push({ ...fact, columns })
  }
  return placed
}

export function lengthOf(value: Fact['value']): number {
  if (typeof value === 'string') return value.length
  return 'exact' in value ? value.exact.length : value.parts.join(', ').length
}

function vehicleTexts({ vehicle }: ReportContent, { words, labels }: Speech): [string, string | null] {
  const type = vehicle.vehicle_type && nameOf(labels.vehicle_types, vehicle.vehicle_type)
  const name = [vehicle.brand, vehicle.model].filter(Boolean).join(' ')
  const look = [type, vehicle.color].filter(Boolean).join(', ')
  return name ? [name, look || null] : [look || words.unknown, null]
}

function mileageTexts(content: ReportContent, speech: Speech): [string, string | null] {
  const { mileage } = content.vehicle
  if (!mileage) return [speech.words.unknown, null]
  const image = content.images.find(({ image_id }) => image_id === mileage.image_id)
  return [mileageText(mileage, speech), image ? speech.words.picture(imageLabel(image.number)) : null]
}

function mileageText({ value, unit }: Mileage, { words, number }: Speech): string {
  return `${number(value)}\u00a0${words.odometer_unit[unit]}`
}

function sourceText(damage: ReportDamage, { words, percent }: Speech): string {
  const { origin, confidence, confirmed, corrected, is_doubtful } = damage
  const who = origin.kind === 'model' ? words.short_model : words.short_person
  const sure = confidence === null ? '' : ` (${percent(confidence)})`
  const said = confirmed
    ? words.short_confirmed
    : corrected
      ? words.short_corrected
      : is_doubtful
        ? words.short_doubtful
        : null
  return said ? `${who}${sure}, ${said}` : `${who}${sure}`
}
