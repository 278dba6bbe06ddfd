import { damageLabel, imageLabel } from '../../../core/contracts/labels.ts'
import type { ReportContent } from '../report-content.ts'
import { estimateSections } from './estimate-data.ts'
import { partsText } from './first-page-data.ts'
import { historySection } from './history-data.ts'
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
    ...unresolvedSection(source),
    historySection(source),
    ...models(source),
    section({ title: method, paragraphs: method_text }),
    section({ title: contest, paragraphs: contest_text }),
    ...digests(source),
  ]
}

/** A guess of a half says nothing. */
export function isAssessed({ confidence }: { confidence: number | null }): boolean {
  return confidence !== null && confidence > 0.5
}

/** What is known of each wheel; those of which nothing is known share a line. */
function wheels({ content, speech }: PhotoSource): Section[] {
  const { words, labels } = speech
  const rows = content.wheels.flatMap(({ wheel_name, image_id, judgements }) =>
    judgements.flatMap(({ question, answer, confidence }) =>
      confidence === null || !isAssessed({ confidence })
        ? []
        : [
            [
              wheel_name ? nameOf(labels.parts, wheel_name) : words.unknown,
              nameOf(labels.wheel_conditions, question),
              nameOf(labels.wheel_predictions, answer),
              speech.percent(confidence),
              pictureLabel(content, image_id),
            ],
          ],
    ),
  )
  const unknown = content.wheels.filter(({ judgements }) => judgements.every((one) => !isAssessed(one)))
  if (content.wheels.length === 0) return []
  const { head } = words
  const table = {
    ...tableOf([1.4, 1.4, 1.4, 0, 0], [3, 4], rows),
    head: [head.wheel, head.field, head.value, head.confidence, head.picture],
  }
  const numbers = labelsOf(
    content,
    unknown.map(({ image_id }) => image_id),
  )
  return [
    section({
      title: words.wheels,
      paragraphs: unknown.length > 0 ? [words.wheels_unknown(speech.list(numbers))] : [],
      tables: rows.length > 0 ? [table] : [],
    }),
  ]
}

function documents({ content, speech }: PhotoSource): Section[] {
  const { words, labels, codes } = speech
  const rows = content.documents.flatMap(({ image_id, type, readings }) =>
    readings.map(({ field, value, confidence }) => [
      type && type.toLowerCase() !== field
        ? words.named(nameOf(labels.document_types, type), nameOf(codes.readings, field))
        : nameOf(codes.readings, field),
      value,
      confidence === null ? '–' : speech.percent(confidence),
      pictureLabel(content, image_id),
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
      `${words.named(words.parts_seen, listed(parts_seen))}.`,
      `${words.named(words.parts_not_seen, listed(parts_not_seen))}.`,
    ],
  })
}

function unresolvedSection({ content, speech }: PhotoSource): Section[] {
  const { words, labels } = speech
  const rows = content.unresolved.map(({ reason, part_types, damage_numbers, image_ids, task_names }) => {
    const pictures = labelsOf(content, image_ids)
    const about = [
      ...(damage_numbers.length > 0
        ? [words.damage(speech.list(damage_numbers.map(damageLabel)), damage_numbers.length)]
        : []),
      ...part_types.map((part) => nameOf(labels.parts, part)),
      ...(pictures.length > 0 ? [words.pictures_numbered(speech.list(pictures), pictures.length)] : []),
      ...task_names.map((name) => nameOf(labels.tasks, name)),
    ]
    return [about.join(', ') || words.facts.vehicle, nameOf(words.unresolved_reasons, reason)]
  })
  if (rows.length === 0) return []
  const table = { ...tableOf([1, 1.4], [], rows), head: [words.head.item, words.head.reason] }
  return [section({ title: words.unresolved, tables: [table] })]
}

function models({ content, speech }: PhotoSource): Section[] {
  const { head, models: title, rules } = speech.words
  const made = content.models.map(({ name, version, sha256 }) => [name, version, { exact: sha256 }])
  const ruled = content.rules.map(({ id, version }) => [id, version])
  const tables = [
    { ...tableOf([1, 0.6, 0], [], made), head: [head.name, head.version, 'SHA-256'] },
    { ...tableOf([1, 1], [], ruled), head: [rules, head.version] },
  ].filter(({ rows }) => rows.length > 0)
  return tables.length > 0 ? [section({ title, tables })] : []
}

function digests(source: PhotoSource): Section[] {
  const { content, speech } = source
  if (content.images.length === 0) return []
  const { words } = speech
  const rows = content.images.map((image) => [
    pictureTitle(source, image),
    speech.time(image.received_at),
    { exact: image.sha256 },
  ])
  const head = [words.head.picture, words.card.received, words.head.digest]
  return [
    section({
      title: words.digests,
      paragraphs: [words.digests_note],
      tables: [{ ...tableOf([1, 0, 0], [], rows), head }],
    }),
  ]
}

/** The labels of these pictures, each once and in order. */
function labelsOf(content: ReportContent, imageIds: readonly string[]): string[] {
  const wanted = new Set(imageIds)
  return content.images.flatMap(({ image_id, number }) => (wanted.has(image_id) ? [imageLabel(number)] : []))
}

function pictureLabel({ images }: ReportContent, imageId: string): string {
  const image = images.find(({ image_id }) => image_id === imageId)
  return image ? imageLabel(image.number) : '–'
}
