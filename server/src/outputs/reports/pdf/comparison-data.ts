import { damageLabel } from '../../../core/contracts/labels.ts'
import { mileageText } from './first-page-data.ts'
import type { PhotoSource } from './photo-data.ts'
import { type Section, section, tableOf } from './section.ts'
import { nameOf } from './speak.ts'

/** What the inspection this one is related to says of the same vehicle. */
export function comparisonSections({ content, speech }: PhotoSource): Section[] {
  const { comparison, vehicle } = content
  if (!comparison) return []
  const { words, labels } = speech
  const rows = comparison.damages.map(({ part_type, damage_type, number, outcome }) => [
    number === null ? '–' : damageLabel(number),
    part_type === null || part_type === 'ignore' ? words.no_part : nameOf(labels.parts, part_type),
    nameOf(labels.damage_types, damage_type),
    words.outcomes[outcome],
  ])
  const { head } = words
  const table = {
    ...tableOf([0, 1.2, 1.2, 2], [], rows),
    head: [head.number, head.part, head.damage, head.before],
  }
  const then = comparison.mileage && mileageText(comparison.mileage, speech)
  const now = vehicle.mileage && mileageText(vehicle.mileage, speech)
  return [
    section({
      title: words.comparison,
      paragraphs: [
        words.comparison_text(comparison.inspection_id, speech.time(comparison.created_at)),
        ...(then && now ? [words.comparison_mileage(then, now)] : []),
        ...(rows.length > 0 ? [] : [words.comparison_none]),
      ],
      tables: rows.length > 0 ? [table] : [],
      notes: [words.comparison_note],
    }),
  ]
}
