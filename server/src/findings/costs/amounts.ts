/** A figure with what it is hardly below and hardly above. */
export type Span = { low: number; likely: number; high: number }

export const SCENARIOS = ['low', 'likely', 'high'] as const
export type Scenario = (typeof SCENARIOS)[number]

/** `value / divisor` in whole numbers, a half rounded up. Both are whole, so that no half is missed. */
export function divide(value: number, divisor: number): number {
  return Math.floor((2 * value + divisor) / (2 * divisor))
}

/** Hours of a table as whole thousandths. */
export function thousandths(hours: number): number {
  return Math.round(hours * 1_000)
}

/** A share of something, in whole numbers; shares have up to four digits. */
export function shareOf(value: number, share: number): number {
  return divide(value * Math.round(share * 10_000), 10_000)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function sumSpans(spans: readonly Span[]): Span {
  return {
    low: sum(spans.map((span) => span.low)),
    likely: sum(spans.map((span) => span.likely)),
    high: sum(spans.map((span) => span.high)),
  }
}

export function mapSpan(span: Span, change: (value: number) => number): Span {
  return { low: change(span.low), likely: change(span.likely), high: change(span.high) }
}
