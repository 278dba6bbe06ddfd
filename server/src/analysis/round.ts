/** Confidences have four decimals in results. */
export function round(confidence: number): number {
  return Math.round(confidence * 10_000) / 10_000
}

/** Pixels have one. */
export function roundPixel(value: number): number {
  return Math.round(value * 10) / 10
}
