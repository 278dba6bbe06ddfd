/** A finding as the precision-recall curve needs it: which unit it is of and whether it found a label. */
export type Ranked = { unit: number; confidence: number; isRight: boolean }
export type Weights = ArrayLike<number>

const COCO_IOUS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95] as const
export const IOUS: readonly number[] = COCO_IOUS
const RECALL_POINTS = 101

export const weightOf = (weights: Weights, unit: number) => weights[unit] ?? 0
/** NaN when there is nothing to divide by: the figure is not defined, which is not the same as zero. */
export const ratio = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)

/** Pooled: cells of all pictures are added up before they are divided. */
export function pooledIou(rows: readonly { unit: number; both: number; either: number }[], weights: Weights) {
  let both = 0
  let either = 0
  for (const row of rows) {
    const weight = weightOf(weights, row.unit)
    both += weight * row.both
    either += weight * row.either
  }
  return ratio(both, either)
}

export type Presence = { unit: number; isTrue: boolean; isFound: boolean }

export function scorePresence(rows: readonly Presence[], weights: Weights) {
  let hits = 0
  let found = 0
  let labelled = 0
  for (const row of rows) {
    const weight = weightOf(weights, row.unit)
    if (row.isFound) found += weight
    if (row.isTrue) labelled += weight
    if (row.isFound && row.isTrue) hits += weight
  }
  return {
    precision: ratio(hits, found),
    recall: ratio(hits, labelled),
    f1: ratio(2 * hits, found + labelled),
  }
}

/** The share of weighted rows for which something holds. */
export function shareOf(rows: readonly { unit: number; holds: boolean }[], weights: Weights) {
  let held = 0
  let all = 0
  for (const row of rows) {
    const weight = weightOf(weights, row.unit)
    all += weight
    if (row.holds) held += weight
  }
  return ratio(held, all)
}

/**
 * Which findings of one picture find a label at an IoU, the way COCO matches: the most confident finding chooses first,
 * takes the best label that is still free, and a label is found once. `ious[finding][label]`, findings by falling confidence.
 */
export function matchFindings(ious: readonly (readonly number[])[], iouMin: number): boolean[] {
  const taken = new Set<number>()
  return ious.map((row) => {
    let best = -1
    row.forEach((iou, label) => {
      if (taken.has(label) || iou < iouMin || iou <= (row[best] ?? 0)) return
      best = label
    })
    if (best === -1) return false
    taken.add(best)
    return true
  })
}

/** Findings in the order the precision-recall curve takes them. Equal confidences keep the order of the pictures. */
export const rank = <Row extends { confidence: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => b.confidence - a.confidence)

/** Average precision at 101 recalls, as COCO computes it. `ranked` by falling confidence, `labels` by unit. */
export function averagePrecision(
  ranked: readonly Ranked[],
  labels: readonly { unit: number }[],
  weights: Weights,
): number {
  let all = 0
  for (const label of labels) all += weightOf(weights, label.unit)
  if (all === 0) return Number.NaN

  const recalls: number[] = []
  const precisions: number[] = []
  let hits = 0
  let seen = 0
  for (const finding of ranked) {
    const weight = weightOf(weights, finding.unit)
    if (weight === 0) continue
    seen += weight
    if (finding.isRight) hits += weight
    recalls.push(hits / all)
    precisions.push(hits / seen)
  }
  for (let i = precisions.length - 2; i >= 0; i--) {
    precisions[i] = Math.max(precisions[i] ?? 0, precisions[i + 1] ?? 0)
  }

  let sum = 0
  let at = 0
  for (let point = 0; point < RECALL_POINTS; point++) {
    while (at < recalls.length && (recalls[at] ?? 0) < point / (RECALL_POINTS - 1) - 1e-12) at++
    sum += precisions[at] ?? 0
  }
  return sum / RECALL_POINTS
}

export type Bin = { low: number; high: number; n: number; confidence: number; right: number }

/** Findings by tenths of confidence: how sure they are, and how many of them are right. */
export function reliabilityBins(rows: readonly Ranked[], weights: Weights, bins = 10): Bin[] {
  const sums = Array.from({ length: bins }, () => ({ n: 0, confidence: 0, right: 0 }))
  for (const row of rows) {
    const weight = weightOf(weights, row.unit)
    const bin = sums[Math.min(bins - 1, Math.floor(row.confidence * bins))]
    if (!bin || weight === 0) continue
    bin.n += weight
    bin.confidence += weight * row.confidence
    if (row.isRight) bin.right += weight
  }
  return sums.map((sum, index) => ({
    low: index / bins,
    high: (index + 1) / bins,
    n: sum.n,
    confidence: ratio(sum.confidence, sum.n),
    right: ratio(sum.right, sum.n),
  }))
}

/** Expected calibration error: how far confidence is from the share of right findings, averaged over the findings. */
export function calibrationError(rows: readonly Ranked[], weights: Weights): number {
  const filled = reliabilityBins(rows, weights).filter((bin) => bin.n > 0)
  const all = filled.reduce((sum, bin) => sum + bin.n, 0)
  return ratio(
    filled.reduce((sum, bin) => sum + bin.n * Math.abs(bin.confidence - bin.right), 0),
    all,
  )
}
