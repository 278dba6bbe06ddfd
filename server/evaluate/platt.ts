export type Calibration = { a: number; b: number }
export type Scored = { rawScore: number; isRight: boolean }

const STEPS = 50
const SCORE_MARGIN = 1e-6
// Keeps the curve finite where the scores separate right from wrong completely.
const RIDGE = 1e-2

/** The logistic curve through the findings: the confidence that fits how often findings of a score are right. */
export function fitCalibration(rows: readonly Scored[]): Calibration {
  const right = rows.filter((row) => row.isRight).length
  const wrong = rows.length - right
  // Platt's targets: a few findings never prove certainty.
  const high = (right + 1) / (right + 2)
  const low = 1 / (wrong + 2)
  const points = rows.map((row) => ({ x: logitOf(row.rawScore), y: row.isRight ? high : low }))
  let curve = { a: 1, b: 0 }
  for (let step = 0; step < STEPS; step++) {
    const next = stepDown(points, curve)
    if (Math.abs(next.a - curve.a) + Math.abs(next.b - curve.b) < 1e-9) break
    curve = next
  }
  // A higher score must never mean less confidence: where it would, all scores get the share that is right.
  if (curve.a < 0) curve = { a: 0, b: logitOf(points.reduce((sum, { y }) => sum + y, 0) / points.length) }
  return { a: Math.round(curve.a * 1000) / 1000, b: Math.round(curve.b * 1000) / 1000 }
}

type Point = { x: number; y: number }

/** Newton's method. Far from the answer its steps overshoot, so a step that makes things worse is halved. */
function stepDown(points: readonly Point[], { a, b }: Calibration): Calibration {
  let [da, db, haa, hab, hbb] = [RIDGE * (a - 1), RIDGE * b, RIDGE, 0, RIDGE]
  for (const { x, y } of points) {
    const p = 1 / (1 + Math.exp(-(a * x + b)))
    da += (p - y) * x
    db += p - y
    haa += p * (1 - p) * x * x
    hab += p * (1 - p) * x
    hbb += p * (1 - p)
  }
  const determinant = haa * hbb - hab * hab
  const before = lossOf(points, { a, b })
  for (let size = 1; size > 1e-6; size /= 2) {
    const next = {
      a: a - (size * (hbb * da - hab * db)) / determinant,
      b: b - (size * (haa * db - hab * da)) / determinant,
    }
    if (lossOf(points, next) < before) return next
  }
  return { a, b }
}

/** The ridge pulls towards a = 1, b = 0, which leaves scores as they are. */
function lossOf(points: readonly Point[], { a, b }: Calibration): number {
  let loss = (RIDGE * ((a - 1) ** 2 + b ** 2)) / 2
  for (const { x, y } of points) {
    const z = a * x + b
    // log(1 + e^z) without overflow.
    loss += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - y * z
  }
  return loss
}

function logitOf(rawScore: number): number {
  const score = Math.min(1 - SCORE_MARGIN, Math.max(SCORE_MARGIN, rawScore))
  return Math.log(score / (1 - score))
}
