import { SEVERITIES } from '@walkaround/catalog/severities'
import type { PartType } from '../../contracts/part-types.ts'
import type { ReportContent, ReportDamage } from '../report-content.ts'
import { type Photo, type PhotoSource, pictureTitle, widePhoto } from './photo-data.ts'
import type { Exact } from './printable-text.ts'
import { nameOf, type Speech } from './speak.ts'

export type Fact = { label: string; value: string | Exact }
/** As many bars as the level, because a colour does not survive a black and white printer. */
export type SeverityMark = { label: string; fill: string; ink: string; bars: number }
export type DamageRow = {
  number: number
  part: string
  type: string
  severity: SeverityMark
  size: string
  operation: string
  source: string
  cost: string
}

export function factsOf({ content, speech }: PhotoSource): Fact[] {
  const { words } = speech
  const { inspection, vehicle } = content
  const labels = words.facts
  return present([
    [labels.inspection, { exact: content.inspection_id }],
    [labels.reference, inspection.reference],
    [labels.plate, vehicle.plate ?? words.unknown],
    [labels.vin, vinText(content, speech)],
    [labels.vehicle, vehicleText(content, speech)],
    [labels.mileage, mileageText(content, speech)],
    [labels.first_registration, vehicle.date_of_circulation],
    [labels.type, inspection.type],
    [
      labels.inspected,
      `${speech.time(inspection.started_at ?? inspection.created_at)} (${content.time_zone})`,
    ],
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
}

export function tilesOf({ content, speech }: PhotoSource): Fact[] {
  const { words } = speech
  const { estimate, images, damages } = content
  const compliant = images.filter(({ checks }) => checks?.every(({ is_passed }) => is_passed)).length
  const severe = damages.filter(({ severity }) => severity?.level === 3).length
  return [
    { value: speech.number(damages.length), label: words.tiles.damages(damages.length) },
    estimate
      ? { value: speech.money(estimate.total.likely, estimate.currency), label: words.tiles.estimate }
      : { value: '–', label: words.tiles.no_estimate },
    { value: speech.number(severe), label: words.tiles.severe },
    {
      value: `${speech.number(compliant)} / ${speech.number(images.length)}`,
      label: words.tiles.compliant,
    },
  ]
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
  const caption = `${speech.time(image.taken_at ?? image.received_at)}. ${speech.words.lead_caption}`
  return { title: pictureTitle(source, image), photo: widePhoto(source, image, damages), caption }
}

export function damageRows({ content, speech }: PhotoSource): DamageRow[] {
  return content.damages.map((damage) => ({
    number: damage.number,
    part: partsText(damage.part_types, speech),
    type: nameOf(speech.labels.damage_types, damage.damage_type),
    severity: severityMark(damage, speech),
    size: damage.size_cm ? speech.size(damage.size_cm) : '–',
    operation: damage.repair_operation ? speech.words.operations[damage.repair_operation] : '–',
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
  if (priced_with !== null) return speech.words.priced_with(priced_with)
  return price && estimate ? speech.money(price.likely, estimate.currency) : '–'
}

export function yesOrNo(value: boolean | null, { words }: Speech): string | null {
  return value === null ? null : value ? words.yes : words.no
}

/** Those that have a value. */
export function present(facts: [string, string | Exact | null][]): Fact[] {
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

function vinText({ vehicle }: ReportContent, { words }: Speech): string {
  if (!vehicle.vin) return words.unknown
  return vehicle.vin_check ? `${vehicle.vin} (${words.vin_check[vehicle.vin_check]})` : vehicle.vin
}

function vehicleText({ vehicle }: ReportContent, { words, labels }: Speech): string {
  const type = vehicle.vehicle_type && nameOf(labels.vehicle_types, vehicle.vehicle_type)
  const name = [vehicle.brand, vehicle.model].filter(Boolean).join(' ')
  return [name, type, vehicle.color].filter(Boolean).join(', ') || words.unknown
}

function mileageText({ vehicle, images }: ReportContent, { words, number }: Speech): string {
  const { mileage } = vehicle
  if (!mileage) return words.unknown
  const text = `${number(mileage.value)}\u00a0${words.odometer_unit[mileage.unit]}`
  const at = images.findIndex(({ image_id }) => image_id === mileage.image_id)
  return at < 0 ? text : `${text} (${words.picture(at + 1)})`
}

function sourceText({ origin, confidence, confirmed }: ReportDamage, { words, percent }: Speech): string {
  const who = origin.kind === 'model' ? words.short_model : words.short_person
  const sure = confidence === null ? '' : ` (${percent(confidence)})`
  return confirmed ? `${who}${sure}, ${words.short_confirmed}` : `${who}${sure}`
}
