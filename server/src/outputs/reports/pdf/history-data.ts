import { SEVERITIES } from '@walkaround/catalog/severities'
import { damageLabel } from '../../../core/contracts/labels.ts'
import { minorOf } from '../../../findings/costs/money.ts'
import type { HistoryEntry } from '../report-content.ts'
import { partsText } from './first-page-data.ts'
import type { PhotoSource } from './photo-data.ts'
import { type Section, section, tableOf } from './section.ts'
import { nameOf, type Speech } from './speak.ts'

/** Who did what, when and why. */
export function historySection({ content, speech }: PhotoSource): Section {
  const { words } = speech
  if (content.history.length === 0) return section({ title: words.history, paragraphs: [words.no_history] })
  const rows = content.history.map((entry) => [
    speech.time(entry.at),
    entry.by ?? words.service,
    eventText(entry, speech),
    [
      ...entry.changes.map((change) => changeText(change, entry.currency, speech)),
      ...(entry.reason ? [words.named(words.reason, entry.reason)] : []),
    ].join('; ') || '–',
  ])
  const { head } = words
  const table = { ...tableOf([0, 1, 1.5, 2], [], rows), head: [head.time, head.by, head.what, head.change] }
  const { history: older } = content.omitted
  return section({ title: words.history, tables: [table], notes: older > 0 ? [words.omitted(older)] : [] })
}

function eventText({ event, damage, part_type, task_name }: HistoryEntry, speech: Speech): string {
  const { words, codes, labels } = speech
  const about = [
    ...(damage ? [damageText(damage, speech)] : []),
    ...(event.startsWith('pricing.')
      ? [part_type ? partsText([part_type], speech) : words.whole_vehicle]
      : []),
    ...(task_name ? [nameOf(labels.tasks, task_name)] : []),
  ]
  const happened = nameOf(codes.events, event)
  return about.length > 0 ? words.named(happened, about.join(', ')) : happened
}

function damageText(
  { number, damage_type, part_types }: NonNullable<HistoryEntry['damage']>,
  speech: Speech,
) {
  if (number !== null) return damageLabel(number)
  return `${partsText(part_types, speech)}, ${nameOf(speech.labels.damage_types, damage_type)}`
}

type Change = HistoryEntry['changes'][number]

function changeText({ field, before, after }: Change, currency: string | null, speech: Speech): string {
  const { words, codes } = speech
  const said = (value: Change['before']) =>
    value === null ? words.none : valueText(field, value, currency, speech)
  return words.named(
    codes.changed[field],
    before === null ? said(after) : words.change(said(before), said(after)),
  )
}

function valueText(
  field: Change['field'],
  value: string | number,
  currency: string | null,
  { labels, words, number, money }: Speech,
): string {
  const code = String(value)
  switch (field) {
    case 'damage_type':
      return nameOf(labels.damage_types, code)
    case 'part_type':
      return code === 'ignore' ? words.no_part : nameOf(labels.parts, code)
    case 'damage_size_cm':
      return `${number(Number(value))}\u00a0cm`
    case 'pricing':
      return currency === null ? code : money(minorOf(Number(value), currency), currency)
    case 'level':
      return levelText(Number(value), labels)
    case 'repair_operation':
      return nameOf(words.operations, code)
    case 'confirmed_by':
      return code
  }
}

function levelText(level: number, labels: Speech['labels']): string {
  const severity = SEVERITIES.find((one) => one.level === level)
  return severity ? labels.severities[severity.name] : String(level)
}
