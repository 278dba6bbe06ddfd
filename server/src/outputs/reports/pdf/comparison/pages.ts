import { CHANGE_NAMES } from '@walkaround/catalog/changes'
import { diagram } from '@walkaround/catalog/diagram/diagram'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import type { Logo } from '../../../../core/platform/report-look.ts'
import type { ComparisonContent } from '../../comparison/comparison-content.ts'
import { contentDigest } from '../../report-code.ts'
import { contestText } from '../customer-data.ts'
import { qrCode } from '../qr-code.ts'
import { nameOf, shorten, speak } from '../speak.ts'
import { verifyData } from '../verify-data.ts'
import { chargesOf } from './charge-data.ts'
import { type ComparisonSource, itemsOf, placeName, tablesOf } from './place-data.ts'
import { sidesOf, signalsOf } from './side-data.ts'

/** On this paper the drawing is smaller than in a report, and so are its numbers. */
const PIN_RADIUS = 26
const NAME_MAX = 60
/** A part that is charged stands out of the six counters. */
const HOT: readonly string[] = ['new', 'worsened']

export function comparisonPagesOf(
  content: ComparisonContent,
  pictures: ReadonlySet<string>,
  logo: Logo['format'] | null = null,
) {
  const source: ComparisonSource = { content, pictures, speech: speak(content) }
  const { svg, unplaced, width, height } = drawPlaces(source)
  const { verification } = content
  const { words, labels, comparison, customer } = source.speech
  return {
    main: 'comparison.typ',
    data: {
      ...pageData(source),
      logo: logo && {
        path: { exact: `/logo.${logo}` },
        alt: customer.logo_alt(shorten(content.service_name, NAME_MAX)),
      },
      where: {
        ratio: width / height,
        alt: comparison.diagram_alt(
          damagesOf(content)
            .map((place) => `${place.number} ${placeName(source, place)}`)
            .join('; ') || words.none,
        ),
        note:
          unplaced.length > 0
            ? words.unplaced(source.speech.list(unplaced.map((part) => nameOf(labels.parts, part))))
            : null,
      },
    },
    drawings: [
      { path: '/diagram.svg', svg },
      ...(verification ? [{ path: '/qr.svg', svg: qrCode(verification.url) }] : []),
    ],
  }
}

const damagesOf = ({ places }: ComparisonContent) => places.filter(({ is_damage }) => is_damage)

function drawPlaces({ content, speech }: ComparisonSource) {
  const marks = damagesOf(content).flatMap(({ part_type, number, verdict, decision }) =>
    part_type && part_type !== 'ignore'
      ? [{ part_type, number, change: verdict, is_open: decision === null }]
      : [],
  )
  const body = bodyOf(content.vehicle.vehicle_type)
  return diagram({ body, marks, title: speech.comparison.title, pin_radius: PIN_RADIUS })
}

function pageData(source: ComparisonSource) {
  const { content, speech } = source
  const { words, comparison, customer } = speech
  const { verification } = content
  const digest = contentDigest(content)
  return {
    language: content.language,
    color: { exact: content.operator.color },
    paper: content.paper,
    document_title: { exact: `${comparison.title} ${content.comparison_id}` },
    author: content.service_name,
    operator: { name: content.service_name, address: content.operator.address },
    title: comparison.title,
    subtitle: { parts: vehicleTexts(source) },
    status: statusOf(source),
    sides: sidesOf(source),
    counters: countersOf(source),
    legend: `${comparison.glyphs} ${comparison.dashed}`,
    charges: chargesOf(source),
    items: itemsOf(source),
    tables: tablesOf(source),
    signals: signalsOf(source),
    limits: limitsOf(source),
    picture_missing: words.picture_missing,
    contest: {
      title: customer.contest,
      paragraphs: [...content.operator.contest, contestText(customer, content.operator)],
    },
    signatures: {
      title: words.signatures.title,
      note: comparison.signatures_note,
      labels: {
        name: words.signatures.name,
        date: words.signatures.date,
        signature: words.signatures.signature,
      },
      people: [
        { role: comparison.handed_over, name: '' },
        { role: comparison.received, name: content.later.inspector ?? '' },
      ],
    },
    verify: verifyData(speech, verification, digest),
    twin: words.twin,
    footer: {
      left: {
        exact: [
          `${comparison.comparison} ${content.comparison_id}`,
          ...(verification ? [`${comparison.code} ${verification.code}`] : []),
          speech.time(content.created_at),
        ].join(' · '),
      },
      page: words.page,
    },
  }
}

export function vehicleTexts({ content, speech }: ComparisonSource): string[] {
  const { vin, plate, brand, model, color, vehicle_type } = content.vehicle
  const { words, labels } = speech
  const name = [brand, model].filter(Boolean).join(' ')
  const looks = [color, vehicle_type && nameOf(labels.vehicle_types, vehicle_type)].filter(Boolean).join(' ')
  const texts = [plate, name, looks, vin && `${words.facts.vin} ${vin}`].filter((text) => text)
  return texts.length > 0 ? texts.map(String) : [words.named(words.facts.vehicle, words.unknown)]
}

/** Green only when a person has decided on every place, and of inspections that are still as they were. */
function statusOf({ content, speech }: ComparisonSource): { is_good: boolean; text: string } {
  const { comparison } = speech
  const open = damagesOf(content).filter(({ decision }) => !decision).length + content.omitted.places
  if (content.is_outdated) return { is_good: false, text: comparison.outdated }
  if (open > 0) return { is_good: false, text: comparison.open(open) }
  return { is_good: true, text: comparison.all_decided }
}

function countersOf({ content, speech }: ComparisonSource) {
  const damages = damagesOf(content)
  return CHANGE_NAMES.map((change) => {
    const count = damages.filter(({ verdict }) => verdict === change).length
    return {
      change,
      value: speech.number(count),
      label: speech.comparison.verdicts[change],
      is_hot: count > 0 && HOT.includes(change),
    }
  })
}

/** What the answer holds for, and what it does not. */
function limitsOf({ content, speech }: ComparisonSource) {
  const { words, comparison, labels } = speech
  const { panels, models } = content
  const parts = (title: string, names: readonly string[]) =>
    names.length > 0 ? [words.named(title, names.map((part) => nameOf(labels.parts, part)).join(', '))] : []
  return {
    title: comparison.limits,
    paragraphs: [
      ...parts(comparison.compared_parts, panels.compared),
      ...parts(comparison.not_seen_before, panels.not_seen_before),
      ...parts(comparison.not_seen_now, panels.not_seen_now),
      comparison.method,
      ...(content.is_earlier_read_again ? [comparison.read_again] : []),
      ...(models.length > 0
        ? [words.named(comparison.models, models.map(({ name, version }) => `${name} ${version}`).join(', '))]
        : []),
      ...(content.omitted.places > 0 ? [words.omitted(content.omitted.places)] : []),
    ],
  }
}
