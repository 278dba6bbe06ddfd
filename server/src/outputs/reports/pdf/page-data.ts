import { type Diagram, diagram } from '@walkaround/catalog/diagram/diagram'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import type { Logo } from '../../../core/platform/report-look.ts'
import { contentDigest } from '../report-code.ts'
import type { ReportContent } from '../report-content.ts'
import { customerData } from './customer-data.ts'
import { type DamageCard, damageCards } from './damage-card-data.ts'
import { damageRows, factsOf, hasPrice, leadOf, partsText, tilesOf } from './first-page-data.ts'
import { type Photo, type PhotoSource, pictureTitle, widePhoto } from './photo-data.ts'
import { qrCode } from './qr-code.ts'
import { sectionsOf } from './section-data.ts'
import { nameOf, shorten, speak } from './speak.ts'
import { verifyData } from './verify-data.ts'

type PictureCell = { title: string; photo: Photo; lines: string[]; failed: string | null }

/**
 * Everything the template prints, in words: only the template knows where it stands. The drawings are SVG, which it reads as
 * files: among the data they would be taken for text of a user.
 */
/** `main` is the template's file. */
export type Pages = { main: string; data: object; drawings: { path: string; svg: string }[] }

const DIGEST_SHOWN = 12
/** The whole name stands in the history. */
const NAME_MAX = 60
/** On paper the drawing is small. So large its numbers are still as high as the smallest print of the page. */
const PIN_RADIUS = 18

export function pagesOf(
  content: ReportContent,
  pictures: ReadonlySet<string>,
  logo: Logo['format'] | null = null,
) {
  const source: PhotoSource = { content, pictures, speech: speak(content) }
  const { svg, unplaced, width, height } = drawVehicle(source)
  const { verification } = content
  return {
    main: 'report.typ',
    data: {
      ...pageData(source),
      logo: logo && {
        path: { exact: `/logo.${logo}` },
        alt: source.speech.customer.logo_alt(shorten(content.service_name, NAME_MAX)),
      },
      where: { ...whereOf(source, unplaced), ratio: width / height },
    },
    drawings: [
      { path: '/diagram.svg', svg },
      ...(verification ? [{ path: '/qr.svg', svg: qrCode(verification.url) }] : []),
    ],
  }
}

function pageData(source: PhotoSource) {
  const { content, speech } = source
  // The same that the address answers which stands on the paper.
  const contentSha256 = contentDigest(content)
  const { words } = speech
  const { estimate, inspection, verification } = content
  return {
    language: content.language,
    color: { exact: content.operator.color },
    customer: customerData(source),
    paper: content.paper,
    document_title: { exact: `${words.title} ${content.inspection_id}` },
    author: content.service_name,
    title: words.title,
    subtitle: content.service_name,
    status: inspection.validated
      ? { is_good: true, text: words.validated_by(shorten(inspection.validated.by, NAME_MAX)) }
      : { is_good: false, text: words.not_validated },
    facts: factsOf(source),
    comment: inspection.comment ? { label: words.facts.comment, value: inspection.comment } : null,
    tiles: tilesOf(source),
    lead: leadOf(source),
    damages: {
      title: words.damages,
      head: headOf(source),
      rows: damageRows(source),
      total:
        estimate && hasPrice(estimate)
          ? `${words.net} ${speech.money(estimate.net.likely, estimate.currency)}`
          : null,
      note: withOmitted(
        content.damages.length > 0 ? words.damages_note : words.no_damages,
        content.omitted.damages,
        speech,
      ),
    },
    cards: { title: words.each_damage, items: damageCards(source) as DamageCard[] },
    pictures: {
      title: words.pictures,
      note: withOmitted(words.pictures_note, content.omitted.images, speech),
      items: pictureCells(source),
    },
    picture_missing: words.picture_missing,
    sections: sectionsOf(source),
    signatures: signaturesOf(source),
    verify: verifyData(speech, verification, contentSha256),
    twin: words.twin,
    footer: {
      left: {
        exact: `${content.report_id} · ${words.footer.template} ${content.template_version} · ${words.footer.digest} ${contentSha256.slice(0, DIGEST_SHOWN)} · ${speech.time(content.created_at)}`,
      },
      page: words.page,
    },
  }
}

/** The vehicle from five sides with the numbers of the damages, and the damaged parts it has no place for. */
function drawVehicle({ content, speech }: PhotoSource): Diagram {
  const marks = content.damages.flatMap(({ number, part_types, severity }) =>
    part_types
      .filter((part) => part !== 'ignore')
      .map((part_type) => ({ part_type, number, level: severity?.level ?? 0 })),
  )
  const body = bodyOf(content.vehicle.vehicle_type)
  return diagram({ body, marks, title: speech.words.where, pin_radius: PIN_RADIUS })
}

const withOmitted = (note: string, count: number, { words }: PhotoSource['speech']): string =>
  count > 0 ? `${note} ${words.omitted(count)}` : note

function whereOf({ content, speech }: PhotoSource, unplaced: readonly string[]) {
  const { words, labels } = speech
  const parts = [...new Set(content.damages.flatMap(({ part_types }) => part_types))]
  return {
    title: words.where,
    alt: words.diagram_alt(parts.length > 0 ? partsText(parts, speech) : words.none),
    note:
      unplaced.length > 0
        ? words.unplaced(speech.list(unplaced.map((part) => nameOf(labels.parts, part))))
        : null,
  }
}

/** For paper that changes hands: names where they are known, and lines to sign on. */
function signaturesOf({ content, speech }: PhotoSource) {
  const { title, inspected, accepted, name, date, signature } = speech.words.signatures
  return {
    title,
    labels: { name, date, signature },
    people: [
      { role: inspected, name: content.inspection.inspector ?? '' },
      { role: accepted, name: content.customer ?? '' },
    ],
  }
}

function headOf({ speech }: PhotoSource): string[] {
  const { head } = speech.words
  return [
    head.number,
    head.part,
    head.damage,
    head.severity,
    head.size,
    head.operation,
    head.hours,
    head.source,
    head.cost,
  ]
}

function pictureCells(source: PhotoSource): PictureCell[] {
  const { content, speech } = source
  const { words, labels } = speech
  return content.images.map((image) => {
    const { checks } = image
    const failed = checks?.filter(({ is_passed }) => !is_passed) ?? []
    const passed = (checks?.length ?? 0) - failed.length
    const times = [
      ...(image.taken_at ? [`${words.card.taken} ${speech.time(image.taken_at)}`] : []),
      `${words.card.received} ${speech.time(image.received_at)}`,
    ]
    const names = failed.map(({ issue }) => nameOf(labels.compliance_issues, issue))
    return {
      title: pictureTitle(source, image),
      photo: widePhoto(source, image, content.damages),
      lines: [...times, checks ? words.checks_passed(passed) : words.not_checked],
      failed: names.length > 0 ? words.named(words.checks_failed, names.join(', ')) : null,
    }
  })
}
