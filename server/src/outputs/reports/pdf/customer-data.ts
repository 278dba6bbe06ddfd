import { damageLabel } from '../../../core/contracts/labels.ts'
import type { ReportDamage, ReportOperator } from '../report-content.ts'
import type { CustomerWords } from '../words/customer/en.ts'
import {
  costText,
  type Fact,
  factsOf,
  hasPrice,
  partsText,
  priceTile,
  type SeverityMark,
  severityMark,
  type Tile,
} from './first-page-data.ts'
import { closeUpPhoto, type Photo, type PhotoSource, shortTitle, widePhoto } from './photo-data.ts'
import { isAssessed } from './section-data.ts'
import { nameOf, shorten } from './speak.ts'

type DamageItem = { label: string; title: string; severity: SeverityMark; cost: string; photo: Photo | null }

/** So many fit the second page together with what follows them. */
const DAMAGES_SHOWN = 8
const NAMES_SHOWN = 14
const TITLE_MAX = 60
const ADDRESS_MAX = { lines: 5, characters: 80 }
const CONTEST_MAX = { paragraphs: 4, characters: 400 }

/** What a customer reads: two pages before the full record. */
export function customerData(source: PhotoSource) {
  const { content, speech } = source
  const { customer } = speech
  const { address, contest } = content.operator
  const paragraphs = contest.length > 0 ? contest : speech.words.contest_text.slice(0, 1)
  return {
    name: shorten(content.service_name, TITLE_MAX),
    address: address.slice(0, ADDRESS_MAX.lines).map((line) => shorten(line, ADDRESS_MAX.characters)),
    facts: customerFacts(source),
    cover: coverOf(source),
    tiles: customerTiles(source),
    damages: damagesOf(source),
    cost: costOf(source),
    not_assessed: { title: customer.not_assessed, items: notAssessed(source) },
    contest: {
      title: customer.contest,
      paragraphs: [
        ...paragraphs
          .slice(0, CONTEST_MAX.paragraphs)
          .map((paragraph) => shorten(paragraph, CONTEST_MAX.characters)),
        contestText(customer, content.operator),
      ],
    },
    annex: { title: customer.annex, text: customer.annex_text },
  }
}

/** On every paper: who decides, and where to object. */
export function contestText(
  { no_charge, contest_online }: CustomerWords,
  { contest_url }: Pick<ReportOperator, 'contest_url'>,
): string {
  return contest_url === null ? no_charge : `${no_charge} ${contest_online(contest_url)}`
}

/** The ones a customer knows the vehicle by. The rest stands in the record. */
function customerFacts(source: PhotoSource): Fact[] {
  const { facts } = source.speech.words
  const wanted = [
    facts.plate,
    facts.vin,
    facts.vehicle,
    facts.mileage,
    facts.inspected,
    facts.place,
    facts.inspector,
    facts.customer,
  ]
  return factsOf(source)
    .filter(({ label }) => wanted.includes(label))
    .map(({ label, value, note }) => ({
      label,
      value: typeof value === 'string' ? shorten(value, TITLE_MAX) : value,
      note: note && shorten(note, TITLE_MAX),
    }))
}

function coverOf(source: PhotoSource): { photo: Photo; caption: string } | null {
  const { images, cover_image_id } = source.content
  const image = images.find(({ image_id }) => image_id === cover_image_id)
  if (!image) return null
  const time = source.speech.time(image.taken_at ?? image.received_at)
  return { photo: widePhoto(source, image, []), caption: `${shortTitle(source, image)} · ${time}` }
}

function customerTiles({ content, speech }: PhotoSource): Tile[] {
  const { damages, omitted, analysis, grade } = content
  const count = damages.length + omitted.damages
  const { customer, words } = speech
  const isOpen = analysis !== 'done' && count === 0
  return [
    isOpen
      ? { value: '–', label: customer.not_analyzed }
      : { value: speech.number(count), label: words.tiles.damages(count) },
    priceTile(content, speech),
    ...(grade
      ? [{ value: grade.value ?? '–', label: grade.value ? customer.grade : customer.no_grade }]
      : []),
  ]
}

function damagesOf(source: PhotoSource) {
  const { content, speech } = source
  const { customer } = speech
  const { damages, analysis } = content
  const shown = worstOf(damages, DAMAGES_SHOWN)
  const more = damages.length + content.omitted.damages - shown.length
  const nothing = analysis === 'done' ? customer.none_found : customer.not_analyzed_text
  return {
    title: customer.damages,
    items: shown.map((damage) => itemOf(source, damage)),
    note: damages.length === 0 ? nothing : more > 0 ? customer.more(more) : null,
  }
}

/** The most severe ones, in the order of their numbers. */
function worstOf(damages: readonly ReportDamage[], most: number): ReportDamage[] {
  return damages
    .toSorted((a, b) => (b.severity?.level ?? 0) - (a.severity?.level ?? 0) || a.number - b.number)
    .slice(0, most)
    .toSorted((a, b) => a.number - b.number)
}

function itemOf(source: PhotoSource, damage: ReportDamage): DamageItem {
  const { content, speech } = source
  const image = content.images.find(({ image_id }) => image_id === damage.views[0]?.image_id)
  const part = partsText(damage.part_types, speech)
  const cost = costText(damage, content, speech)
  return {
    label: damageLabel(damage.number),
    title: shorten(`${part} · ${nameOf(speech.labels.damage_types, damage.damage_type)}`, TITLE_MAX),
    severity: severityMark(damage, speech),
    cost: cost === '–' ? noPriceText(source, damage) : cost,
    photo: image ? closeUpPhoto(source, image, damage) : null,
  }
}

function noPriceText({ content, speech }: PhotoSource, { wear }: ReportDamage): string {
  if (!content.estimate) return ''
  return wear?.verdict === 'within_wear' ? speech.words.wear.within_wear : speech.customer.no_price
}

function costOf({ content, speech }: PhotoSource) {
  const { estimate } = content
  const { words, customer } = speech
  if (!estimate) return { title: customer.cost, rows: [], note: customer.cost_none }
  if (!hasPrice(estimate))
    return {
      title: customer.cost,
      rows: [],
      note: `${sentence(priceTile(content, speech).label)} ${words.scope}`,
    }
  const { currency, net, tax, total, tax_rate } = estimate
  const row = (label: string, { likely }: typeof net) => [label, speech.money(likely, currency)]
  const range = speech.moneyRange(total, currency)
  return {
    title: customer.cost,
    rows: [row(words.net, net), row(words.tax(speech.percent(tax_rate, 1)), tax), row(words.gross, total)],
    note: [
      ...(range ? [`${words.named(words.head.range, range)}.`] : []),
      `${words.tiles.priced(content.priced_damages ?? 0, content.damages.length + content.omitted.damages)}.`,
      words.scope,
    ].join(' '),
  }
}

/** What this report does not speak of, so that nobody takes silence for a finding. */
function notAssessed({ content, speech }: PhotoSource): string[] {
  const { customer, labels, words } = speech
  const { coverage, damages, estimate, unresolved, wheels } = content
  const unpriced = estimate
    ? damages.filter(
        ({ price, priced_with, wear }) => !price && priced_with === null && wear?.verdict !== 'within_wear',
      )
    : []
  const tasks = unresolved.flatMap(({ task_names }) => task_names).map((name) => nameOf(labels.tasks, name))
  const unseen = coverage.parts_not_seen.map((part) => partsText([part], speech))
  const isWheelOpen = wheels.length > 0 && !wheels.some(({ judgements }) => judgements.some(isAssessed))
  const named = (items: readonly string[]) =>
    items.length > NAMES_SHOWN
      ? `${items.slice(0, NAMES_SHOWN).join(', ')} ${customer.and_more(items.length - NAMES_SHOWN)}`
      : speech.list(items)
  return [
    ...(unseen.length > 0 ? [words.named(customer.parts_unseen, named(unseen))] : []),
    ...(unpriced.length > 0
      ? [words.named(customer.unpriced, named(unpriced.map(({ number }) => damageLabel(number))))]
      : []),
    ...(isWheelOpen ? [customer.wheels_open] : []),
    ...(tasks.length > 0 ? [words.named(customer.tasks_open, named(tasks))] : []),
    customer.never,
  ]
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
