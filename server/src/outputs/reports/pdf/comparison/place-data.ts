import type { Change } from '@walkaround/catalog/changes'
import { imageLabel } from '../../../../core/contracts/labels.ts'
import {
  type ComparisonContent,
  type PaperPlace,
  type PaperSighting,
  SIDES,
  type SideName,
} from '../../comparison/comparison-content.ts'
import { boxOf, outlinesOf, type Photo, partOf, surroundings } from '../photo-data.ts'
import { nameOf, type Speech, shorten } from '../speak.ts'
import { reasonTexts } from './reason-text.ts'

export type ComparisonSource = {
  content: ComparisonContent
  pictures: ReadonlySet<string>
  speech: Speech
}

/** Width by height of a picture of a pair. The more places, the flatter: a hand-over is read at the counter. */
const ratioOf = (count: number) => (count > 8 ? 2.7 : count > 4 ? 2.25 : 1.85)
const LINES = { earlier: '#334155', later: '#86198f' } as const
/** A tall place is shown whole, in a narrower picture. */
const HEIGHT_MARGIN = 1.2
const NAME_MAX = 60
const TEXT_MAX = 300

type Side = {
  role: string
  photo: Photo | null
  /** In place of a picture that there is none of. */
  missing: string
  captions: { left: string; right: string } | null
  source: string
  digest: { exact: string } | null
}

/** New and worsened places, each with both pictures. */
export function itemsOf(source: ComparisonSource) {
  const { content, speech } = source
  const { changed, nothing_changed, verdicts, why } = speech.comparison
  const places = content.places.filter(
    ({ is_damage, verdict }) => is_damage && (verdict === 'new' || verdict === 'worsened'),
  )
  const ratio = ratioOf(places.length)
  const list = places.map((place) => ({
    number: String(place.number),
    is_decided: place.decision !== null,
    part: partText(source, place),
    damage: damageText(source, place),
    change: place.verdict,
    verdict: verdicts[place.verdict],
    amount: amountText(source, place),
    sides: SIDES.map((side) => sideOf(source, place, side, ratio)),
    why: { label: speech.words.named(why[place.verdict], ''), pieces: whyText(source, place) },
  }))
  return { title: changed, none: nothing_changed, ratio, list }
}

/** The other places, without pictures. */
export function tablesOf(source: ComparisonSource) {
  const { comparison } = source.speech
  const { head } = comparison
  const damages = source.content.places.filter(({ is_damage }) => is_damage)
  const of = (...verdicts: Change[]) => damages.filter(({ verdict }) => verdicts.includes(verdict))
  const whyRows = (places: readonly PaperPlace[]) =>
    places.map((place) => rowOf(source, place, whyText(source, place)))
  const tables = [
    {
      title: comparison.unclear,
      note: comparison.unclear_note,
      last: head.why,
      rows: whyRows(of('not_comparable', 'uncertain')),
    },
    {
      title: comparison.unchanged,
      note: null,
      last: head.why,
      rows: whyRows(of('unchanged')),
    },
    { title: comparison.repaired, note: null, last: head.why, rows: whyRows(of('repaired')) },
    {
      title: comparison.rejected,
      note: null,
      last: head.why,
      rows: source.content.places
        .filter(({ is_damage }) => !is_damage)
        .map((place) => rowOf(source, place, decisionText(source, place))),
    },
  ]
  return tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ last, ...table }) => ({ ...table, head: [head.number, head.place, head.change, last] }))
}

function rowOf(source: ComparisonSource, place: PaperPlace, pieces: string[]) {
  return {
    number: String(place.number),
    is_decided: place.decision !== null || !place.is_damage,
    place: partText(source, place),
    damage: damageText(source, place),
    change: place.verdict,
    verdict: source.speech.comparison.verdicts[place.verdict],
    pieces,
  }
}

export function placeName(source: ComparisonSource, place: PaperPlace): string {
  return `${partText(source, place)}, ${damageText(source, place)}`
}

export function partText({ speech }: ComparisonSource, { part_type }: PaperPlace): string {
  return part_type && part_type !== 'ignore' ? nameOf(speech.labels.parts, part_type) : speech.words.no_part
}

/** The type with its size now, or as it was where it is gone. */
export function damageText({ speech }: ComparisonSource, place: PaperPlace): string {
  const name = place.damage_type
    ? nameOf(speech.labels.damage_types, place.damage_type)
    : speech.comparison.damage
  const size = sizeText(speech, place.later ?? place.earlier)
  return size ? `${name}, ${size}` : name
}

function sizeText(speech: Speech, sighting: PaperSighting | null): string | null {
  const { length_mm = null, length_error_mm = null } = sighting ?? {}
  if (length_mm === null) return null
  const error = (length_error_mm ?? 0) / 10
  const likely = length_mm / 10
  return speech.size({ low: Math.max(likely - error, 0), likely, high: likely + error })
}

export function amountText({ content, speech }: ComparisonSource, place: PaperPlace): string | null {
  const { currency } = content.charges
  const isCharged = place.is_chargeable && place.decision !== null
  return isCharged && place.amount !== null && currency ? speech.money(place.amount, currency) : null
}

export function whyText(source: ComparisonSource, place: PaperPlace): string[] {
  return [...reasonTexts(source.speech, place).map((text) => `${text} `), ...decisionText(source, place)]
}

/** Who said so, in pieces. Without a person it is a proposal, and says so. */
function decisionText({ speech }: ComparisonSource, { decision, ...place }: PaperPlace): string[] {
  const { comparison } = speech
  if (!decision) return place.is_damage ? [comparison.not_decided(speech.percent(place.certainty))] : []
  const name = shorten(decision.decided_by, NAME_MAX)
  const time = speech.time(decision.decided_at)
  const said = (by: string) =>
    decision.verdict === place.proposed_verdict
      ? comparison.confirmed(by, time)
      : comparison.decided(by, time, comparison.verdicts[place.proposed_verdict])
  const texts = [decision.reason, decision.note].filter((text) => text !== null)
  return [
    ...apart(said, name),
    ...texts.flatMap((text) => [' ', ...apart(comparison.reason_given, shorten(text, TEXT_MAX))]),
  ]
}

/** What a person wrote as a piece of its own: it has its own direction, which it would give to the figures behind it. */
function apart(write: (text: string) => string, text: string): string[] {
  const [before = '', after = ''] = write('\u0000').split('\u0000')
  return [before, text, after]
}

export function sideOf(source: ComparisonSource, place: PaperPlace, side: SideName, ratio: number): Side {
  const { content, speech } = source
  const { comparison } = speech
  const sighting = place[side]
  const image = content.images.find(({ image_id }) => image_id === sighting?.image_id)
  const isAbsent = sighting?.damage_id === null
  const role = isAbsent ? `${comparison.roles[side]} · ${comparison.nothing_found}` : comparison.roles[side]
  if (!sighting)
    return { role, photo: null, missing: comparison.not_shown, captions: null, source: '', digest: null }
  return {
    role,
    photo: image ? photoOf(source, place, sighting, image, ratio) : null,
    missing: speech.words.picture_missing,
    captions: {
      left: sighting.captured_at ? speech.time(sighting.captured_at) : speech.words.unknown,
      right: image ? comparison.photo_of(imageLabel(image.number), content[side].image_count) : '',
    },
    source: sourceText(speech, sighting, image?.received_at ?? null),
    digest: { exact: `SHA-256 ${sighting.sha256}` },
  }
}

function sourceText(
  { comparison, duration }: Speech,
  { captured_at, captured_at_source }: PaperSighting,
  receivedAt: string | null,
): string {
  const text = comparison.sources[captured_at_source]
  if (captured_at_source === 'upload' || !captured_at || !receivedAt) return text
  const delayMs = Date.parse(receivedAt) - Date.parse(captured_at)
  return delayMs >= 60_000 ? `${text}, ${comparison.received_later(duration(delayMs))}` : text
}

function photoOf(
  { content, pictures, speech }: ComparisonSource,
  place: PaperPlace,
  sighting: PaperSighting,
  image: ComparisonContent['images'][number],
  ratio: number,
): Photo {
  const box = boxOf(sighting)
  const narrowed = Math.min(ratio, image.width / (box.height * HEIGHT_MARGIN))
  const shown = partOf(image, surroundings(box, image, narrowed))
  const isFound = sighting.damage_id !== null
  const name = place.part_type ? nameOf(speech.labels.parts, place.part_type) : String(place.number)
  const corner = shown.share([box.xmin + box.width, box.ymin])
  return {
    picture: pictures.has(image.image_id) ? content.images.indexOf(image) : null,
    alt: speech.comparison.photo_alt(speech.comparison.roles[image.side], name, isFound),
    ...shown.frame,
    shapes: outlinesOf(sighting).map((points, at) => ({
      // The number stands where the damage is; on the other side it would cover what there is to see.
      label: at === 0 && isFound ? String(place.number) : '',
      color: LINES[image.side],
      points: points.map(shown.share),
      tag: corner,
      is_dotted: image.side === 'earlier',
    })),
  }
}
