import { damageLabel } from '../../../core/contracts/labels.ts'
import type { ReportContent, ReportDamage, ReportImage } from '../report-content.ts'
import {
  costText,
  type Fact,
  lengthOf,
  partsText,
  present,
  type SeverityMark,
  severityMark,
} from './first-page-data.ts'
import { closeUpPhoto, type Photo, type PhotoSource, shortTitle, widePhoto } from './photo-data.ts'
import type { Exact } from './printable-text.ts'
import { nameOf } from './speak.ts'

export type DamageCard = {
  label: string
  title: string
  severity: SeverityMark
  photos: { captions: (string | Exact)[]; photo: Photo }[]
  facts: Fact[]
  /** Whether it is too long to be kept on one page. */
  is_long: boolean
}

/** So many characters of facts fill about a third of a page. */
const KEPT_TOGETHER_MAX = 1500
const DIGEST_SHOWN = 12

export function damageCards(source: PhotoSource): DamageCard[] {
  const { content, speech } = source
  return content.damages.map((damage) => {
    const image = content.images.find(({ image_id }) => image_id === damage.views[0]?.image_id)
    const facts = factsOf(source, damage)
    return {
      label: damageLabel(damage.number),
      title: `${partsText(damage.part_types, speech)} · ${nameOf(speech.labels.damage_types, damage.damage_type)}`,
      severity: severityMark(damage, speech),
      photos: image ? photosOf(source, damage, image) : [],
      facts,
      is_long: facts.reduce((sum, { value }) => sum + lengthOf(value), 0) > KEPT_TOGETHER_MAX,
    }
  })
}

/** The picture as a whole and the damage on it, with what proves it. */
function photosOf(source: PhotoSource, damage: ReportDamage, image: ReportImage): DamageCard['photos'] {
  const { words, time } = source.speech
  const { card } = words
  const { taken_at, received_at, sha256 } = image
  return [
    {
      captions: [
        `${card.wide} · ${shortTitle(source, image)}`,
        ...(taken_at ? [`${card.taken} ${time(taken_at)}`] : []),
      ],
      photo: widePhoto(source, image, [damage]),
    },
    {
      captions: [
        { exact: `${card.close} · SHA-256 ${sha256.slice(0, DIGEST_SHOWN)}…` },
        `${card.received} ${time(received_at)}`,
      ],
      photo: closeUpPhoto(source, image, damage),
    },
  ]
}

function factsOf({ content, speech }: PhotoSource, damage: ReportDamage): Fact[] {
  const { words, codes } = speech
  const { card } = words
  const { confirmed, corrected, hours, operation_rule: rule } = damage
  return present([
    [card.size, sizeText(damage, speech)],
    [card.operation, damage.repair_operation && words.operations[damage.repair_operation]],
    [card.operation_rule, rule && nameOf(codes.rules, rule)],
    [card.hours, hours === null ? null : `${speech.number(hours, 2)}\u00a0${words.units.hour}`],
    [card.cost, content.estimate && costText(damage, content, speech)],
    [words.head.range, rangeText(damage, content, speech)],
    [card.rule, damage.severity?.rule_id ? nameOf(codes.rules, damage.severity.rule_id) : null],
    [card.origin, originText(damage, speech)],
    [card.confidence, damage.confidence === null ? null : confidenceText(damage, damage.confidence, speech)],
    [card.corrected, corrected && { parts: [corrected.by, speech.time(corrected.at)] }],
    // What a person found or set right needs nobody else.
    [
      card.confirmed,
      confirmed
        ? { parts: [confirmed.by, speech.time(confirmed.at)] }
        : damage.origin.kind === 'person' || corrected
          ? null
          : words.not_confirmed,
    ],
    [card.wear, wearText(damage, speech)],
  ])
}

type Speech = PhotoSource['speech']

function sizeText({ size_cm }: ReportDamage, { words, size }: Speech): string {
  return size_cm ? `${size(size_cm)}, ${words.scale[size_cm.scale_source]}` : words.size_unknown
}

function rangeText({ price }: ReportDamage, { estimate }: ReportContent, speech: Speech): string | null {
  return price && estimate ? speech.moneyRange(price, estimate.currency) : null
}

function confidenceText({ is_doubtful }: ReportDamage, confidence: number, speech: Speech): string {
  const share = speech.percent(confidence)
  return is_doubtful ? `${share}, ${speech.words.short_doubtful}` : share
}

function originText({ origin }: ReportDamage, { words, time }: Speech): string {
  if (origin.kind === 'model') return words.by_model(origin.name, origin.version)
  return `${words.by_person(origin.name)}, ${time(origin.at)}`
}

function wearText({ wear }: ReportDamage, { words, codes, number }: Speech): string | null {
  if (!wear) return null
  const limit = wear.limit_cm === null ? [] : [words.wear_limit(`${number(wear.limit_cm)}\u00a0cm`)]
  return [
    words.wear[wear.verdict],
    ...limit,
    ...(wear.rule_id ? [nameOf(codes.wear_rules, wear.rule_id)] : []),
  ].join(', ')
}
