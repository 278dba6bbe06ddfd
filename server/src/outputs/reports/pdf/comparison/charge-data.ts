import type { PaperPlace } from '../../comparison/comparison-content.ts'
import { type ComparisonSource, damageText, partText } from './place-data.ts'

/** What is charged, line by line: only what a person has decided. What is only proposed is said to be so. */
export function chargesOf(source: ComparisonSource) {
  const { content, speech } = source
  const { head, verdicts, ...words } = speech.comparison
  const { currency, confirmed } = content.charges
  const damages = content.places.filter(({ is_damage }) => is_damage)
  const billed = damages.filter(({ is_chargeable }) => is_chargeable)
  const lines = billed.filter(({ decision }) => decision)
  const proposed = billed.filter(({ decision }) => !decision)
  const unclear = damages.filter(
    ({ verdict, is_chargeable }) =>
      !is_chargeable && (verdict === 'not_comparable' || verdict === 'uncertain'),
  )
  const money = (minor: number | null) => (minor !== null && currency ? speech.money(minor, currency) : '–')
  const sum = proposed.reduce((total, { amount }) => total + (amount ?? 0), 0)
  const isPriced = currency !== null && confirmed !== null
  return {
    title:
      lines.length === 0
        ? words.nothing_charged
        : isPriced
          ? words.charged(money(confirmed))
          : words.charged_unpriced,
    head: [head.number, head.place, head.change, head.amount],
    rows: lines.map((place) => ({
      number: String(place.number),
      place: partText(source, place),
      damage: damageText(source, place),
      change: verdicts[place.verdict],
      amount: money(place.amount),
    })),
    notes: [
      ...(proposed.length > 0
        ? [
            words.proposed(
              numbersOf(source, proposed),
              proposed.length,
              currency && sum > 0 ? money(sum) : null,
            ),
          ]
        : []),
      ...(unclear.length > 0 ? [words.not_charged(numbersOf(source, unclear), unclear.length)] : []),
      ...(billed.length > 0 && !isPriced ? [words.no_estimate] : []),
    ],
  }
}

const numbersOf = ({ speech }: ComparisonSource, places: readonly PaperPlace[]) =>
  speech.list(places.map(({ number }) => String(number)))
