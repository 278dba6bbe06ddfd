import type { ReportDamage } from '../report-content.ts'
import {
  costText,
  type Fact,
  partsText,
  present,
  type SeverityMark,
  severityMark,
} from './first-page-data.ts'
import { closeUpPhoto, type Photo, type PhotoSource, pictureTitle, widePhoto } from './photo-data.ts'
import { nameOf } from './speak.ts'

export type DamageCard = {
  number: number
  title: string
  severity: SeverityMark
  photos: { caption: string; photo: Photo }[]
  facts: Fact[]
  /** Whether it is too long to be kept on one page. */
  is_long: boolean
}

/** So many characters of facts fill about a third of a page. */
const KEPT_TOGETHER_MAX = 1500
const DIGEST_SHOWN = 16

export function damageCards(source: PhotoSource): DamageCard[] {
  const { content, speech } = source
  return content.damages.map((damage) => {
    const image = content.images.find(({ image_id }) => image_id === damage.views[0]?.image_id)
    const facts = factsOf(source, damage)
    const { card } = speech.words
    const title = image && pictureTitle(source, image)
    return {
      number: damage.number,
      title: `${partsText(damage.part_types, speech)} · ${nameOf(speech.labels.damage_types, damage.damage_type)}`,
      severity: severityMark(damage, speech),
      photos: image
        ? [
            { caption: `${card.wide} · ${title}`, photo: widePhoto(source, image, [damage]) },
            { caption: card.close, photo: closeUpPhoto(source, image, damage) },
          ]
        : [],
      facts,
      is_long:
        facts.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0) >
        KEPT_TOGETHER_MAX,
    }
  })
}

function factsOf({ content, speech }: PhotoSource, damage: ReportDamage): Fact[] {
  const { words } = speech
  const { card } = words
  const image = content.images.find(({ image_id }) => image_id === damage.views[0]?.image_id)
  return present([
    [card.size, sizeText(damage, speech)],
    [card.operation, damage.repair_operation && words.operations[damage.repair_operation]],
    [card.cost, priceText(damage, content, speech)],
    [card.origin, originText(damage, speech)],
    [card.confidence, damage.confidence === null ? null : speech.percent(damage.confidence)],
    [
      card.confirmed,
      damage.confirmed ? `${damage.confirmed.by}, ${speech.time(damage.confirmed.at)}` : words.not_confirmed,
    ],
    [card.age, damage.age && words.age[damage.age]],
    [card.wear, wearText(damage, speech)],
    [card.rule, damage.severity?.rule_id ? nameOf({}, damage.severity.rule_id) : null],
    [card.taken, image?.taken_at ? speech.time(image.taken_at) : null],
    [card.received, image ? speech.time(image.received_at) : null],
    [card.digest, image ? { exact: image.sha256.slice(0, DIGEST_SHOWN) } : null],
  ])
}

type Speech = PhotoSource['speech']

function sizeText({ size_cm }: ReportDamage, { words, size }: Speech): string {
  return size_cm ? `${size(size_cm)}, ${words.scale[size_cm.scale_source]}` : words.size_unknown
}

function priceText(damage: ReportDamage, content: PhotoSource['content'], speech: Speech): string | null {
  if (!content.estimate) return null
  if (!damage.price) return costText(damage, content, speech)
  const range = speech.moneyRange(damage.price, content.estimate.currency)
  return `${costText(damage, content, speech)} (${range})`
}

function originText({ origin }: ReportDamage, { words, time }: Speech): string {
  if (origin.kind === 'model') return words.by_model(origin.name, origin.version)
  return `${words.by_person(origin.name)}, ${time(origin.at)}`
}

function wearText({ wear }: ReportDamage, { words, number }: Speech): string | null {
  if (!wear) return null
  const limit = wear.limit_cm === null ? [] : [words.wear_limit(`${number(wear.limit_cm)}\u00a0cm`)]
  return [words.wear[wear.verdict], ...limit, ...(wear.rule_id ? [nameOf({}, wear.rule_id)] : [])].join(', ')
}
