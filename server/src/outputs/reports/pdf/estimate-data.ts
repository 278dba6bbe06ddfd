import { damageLabel } from '../../../core/contracts/labels.ts'
import { VEHICLE_LINE } from '../../../findings/costs/agreed.ts'
import type { Span } from '../../../findings/costs/amounts.ts'
import type { Estimate, EstimateLine, EstimatePart } from '../../../findings/costs/estimate-types.ts'
import { priceTile } from './first-page-data.ts'
import type { PhotoSource } from './photo-data.ts'
import { type Section, section, tableOf } from './section.ts'
import { nameOf, type Speech } from './speak.ts'

/** The estimate line by line. Nothing where no price was asked for. */
export function estimateSections({ content, speech }: PhotoSource): Section[] {
  const { estimate } = content
  if (!estimate) return []
  const { words } = speech
  const { currency, total_loss } = estimate
  const { head } = words
  const sum = (label: string, price: Span) => [
    label,
    speech.money(price.likely, currency),
    speech.moneyRange(price, currency) ?? '',
  ]
  const rows = estimate.parts.flatMap((part) => partRows(part, currency, speech))
  const priced = {
    ...tableOf([1.15, 1.05, 0, 0, 1.4, 0, 0, 0], [2, 3, 5, 6, 7], rows),
    head: [
      head.part,
      head.item,
      head.quantity,
      head.rate,
      head.rule,
      head.amount,
      head.part_total,
      head.range,
    ],
    sums: [
      sum(words.net, estimate.net),
      sum(words.tax(speech.percent(estimate.tax_rate, 1)), estimate.tax),
      sum(words.gross, estimate.total),
    ],
  }
  return [
    section({
      title: words.estimate,
      paragraphs: rows.length > 0 ? [] : [priceTile(content, speech).label],
      tables: [...(rows.length > 0 ? [priced] : []), ...notPriced(estimate, content.damages, speech)],
      notes: [
        words.scope,
        words.estimate_table(estimate.table.id, estimate.table.version),
        ...(total_loss?.flag ? [words.total_loss(speech.percent(total_loss.share))] : []),
      ],
    }),
  ]
}

/**
 * The lines of a part, and beside the first one what the part costs and how far that may be off. A line that only holds how
 * much another operation would change the price is part of that range, not of the sum.
 */
function partRows({ lines, net }: EstimatePart, currency: string, speech: Speech): string[][] {
  const { words } = speech
  return lines
    .filter(({ kind }) => kind !== 'span')
    .map((line, at) => {
      const quantity = line.unit === 'hour' ? line.quantity / 1000 : line.quantity
      return [
        lineName(line, speech),
        words.lines[line.kind],
        `${speech.number(quantity, 2)}\u00a0${words.units[line.unit]}`,
        speech.money(line.unit_minor, currency),
        nameOf(speech.codes.rules, line.rule),
        speech.money(line.likely, currency),
        at === 0 ? speech.money(net.likely, currency) : '',
        at === 0 ? (speech.moneyRange(net, currency) ?? '') : '',
      ]
    })
}

function lineName({ id, part_type }: EstimateLine, { words, labels }: Speech): string {
  if (id === VEHICLE_LINE) return words.whole_vehicle
  return part_type === 'ignore' ? words.no_part : nameOf(labels.parts, part_type)
}

function notPriced(
  { not_priced }: Estimate,
  damages: PhotoSource['content']['damages'],
  { words, list }: Speech,
): Section['tables'] {
  if (not_priced.length === 0) return []
  const rows = [...Map.groupBy(not_priced, ({ rule }) => rule)].map(([rule, all]) => {
    const ids = new Set(all.map(({ damage_id }) => damage_id))
    const numbers = damages
      .filter(({ damage_id }) => ids.has(damage_id))
      .map(({ number }) => damageLabel(number))
    return [words.damage(list(numbers), numbers.length), nameOf(words.unresolved_reasons, rule)]
  })
  return [{ ...tableOf([1, 3], [], rows), head: [words.not_priced, words.head.rule] }]
}
