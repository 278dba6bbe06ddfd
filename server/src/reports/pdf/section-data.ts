import type { ReportContent } from '../report-content.ts'
import { estimateSections } from './estimate-data.ts'
import { partsText } from './first-page-data.ts'
import { type PhotoSource, pictureTitle } from './photo-data.ts'
import { type Section, section, tableOf } from './section.ts'
import { nameOf } from './speak.ts'

/** What follows the pictures, in order. */
export function sectionsOf(source: PhotoSource): Section[] {
  const { method, method_text, contest, contest_text } = source.speech.words
  return [
    ...wheels(source),
    ...documents(source),
    coverage(source),
    ...estimateSections(source),
    ...unresolved(source),
    history(source),
    models(source),
    section({ title: method, paragraphs: method_text }),
    section({ title: contest, paragraphs: contest_text }),
    digests(source),
  ]
}

function wheels({ content, speech }: PhotoSource): Section[] {
  const { words, labels } = speech
  const rows = content.wheels.flatMap(({ wheel_name, image_id, judgements }) =>
    judgements.map(({ question, answer, confidence }) => [
      wheel_name ? nameOf(labels.parts, wheel_name) : words.unknown,
      nameOf(labels.wheel_conditions, question),
      confidence === null ? words.cannot_tell : nameOf(labels.wheel_predictions, answer),
      confidence === null ? '–' : speech.percent(confidence),
      pictureNumber(content, image_id),
    ]),
  )
  if (rows.length === 0) return []
  const { head } = words
  const table = tableOf([1.4, 1.4, 1.4, 0, 0], [3, 4], rows)
  return [
    section({
      title: words.wheels,
      tables: [{ ...table, head: [head.wheel, head.field, head.value, head.confidence, head.picture] }],
    }),
  ]
}

function documents({ content, speech }: PhotoSource): Section[] {
  const { words, labels } = speech
  const rows = content.documents.flatMap(({ image_id, type, readings }) =>
    readings.map(({ field, value, confidence }) => [
      type ? `${nameOf(labels.document_types, type)}: ${nameOf({}, field)}` : nameOf({}, field),
      value,
      confidence === null ? '–' : speech.percent(confidence),
      pictureNumber(content, image_id),
    ]),
  )
  if (rows.length === 0) return []
  const { head } = words
  const table = tableOf([1.2, 2, 0, 0], [2, 3], rows)
  return [
    section({
      title: words.documents,
      tables: [{ ...table, head: [head.field, head.value, head.confidence, head.picture] }],
    }),
  ]
}

function coverage({ content, speech }: PhotoSource): Section {
  const { words } = speech
  const { parts_seen, parts_not_seen, parts_share, ring } = content.coverage
  const listed = (parts: typeof parts_seen) => (parts.length > 0 ? partsText(parts, speech) : words.none)
  return section({
    title: words.coverage,
    paragraphs: [
      ...(parts_share === null ? [] : [words.coverage_share(speech.percent(parts_share))]),
      ...(ring ? [words.coverage_ring(ring.covered, ring.segments)] : []),
      `${words.parts_seen}: ${listed(parts_seen)}.`,
      `${words.parts_not_seen}: ${listed(parts_not_seen)}.`,
    ],
  })
}

function unresolved({ content, speech }: PhotoSource): Section[] {
  const { words, labels } = speech
  const rows = content.unresolved.map(({ reason, part_type, damage_number, image_id }) => [
    [
      ...(damage_number === null ? [] : [words.damage(damage_number)]),
      ...(part_type ? [nameOf(labels.parts, part_type)] : []),
      ...(image_id ? [words.picture(Number(pictureNumber(content, image_id)))] : []),
    ].join(', ') || words.whole_vehicle,
    nameOf(words.unresolved_reasons, reason),
  ])
  if (rows.length === 0) return []
  const table = { ...tableOf([1, 2], [], rows), head: [words.head.item, words.head.what] }
  return [section({ title: words.unresolved, tables: [table] })]
}

function history({ content, speech }: PhotoSource): Section {
  const { words } = speech
  if (content.history.length === 0) return section({ title: words.history, paragraphs: [words.no_history] })
  const rows = content.history.map(({ at, by, event, subject, before, after, reason }) => [
    speech.time(at),
    by,
    [nameOf(words.events, event), ...(subject ? [subject] : [])].join(': '),
    [
      ...(before || after ? [words.change(before ?? '–', after ?? '–')] : []),
      ...(reason ? [`${words.reason}: ${reason}`] : []),
    ].join('; ') || '–',
  ])
  const { head } = words
  const table = { ...tableOf([0, 1, 1.3, 2], [], rows), head: [head.time, head.by, head.what, head.change] }
  return section({ title: words.history, tables: [table] })
}

function models({ content, speech }: PhotoSource): Section {
  const { head, models: title, rules } = speech.words
  const made = content.models.map(({ name, version, sha256 }) => [name, version, { exact: sha256 }])
  const ruled = content.rules.map(({ id, version }) => [id, version])
  const tables = [
    { ...tableOf([1, 0.6, 0], [], made), head: [head.name, head.version, 'SHA-256'] },
    { ...tableOf([1, 1], [], ruled), head: [rules, head.version] },
  ]
  return section({ title, tables: tables.filter(({ rows }) => rows.length > 0) })
}

function digests(source: PhotoSource): Section {
  const { content, speech } = source
  const { words } = speech
  const rows = content.images.map((image) => [
    pictureTitle(source, image),
    speech.time(image.received_at),
    { exact: image.sha256 },
  ])
  const head = [words.head.picture, words.card.received, words.head.digest]
  return section({
    title: words.digests,
    paragraphs: [words.digests_note],
    tables: [{ ...tableOf([1, 0, 0], [], rows), head }],
  })
}

function pictureNumber({ images }: ReportContent, imageId: string): string {
  return String(images.findIndex(({ image_id }) => image_id === imageId) + 1)
}
