import { type Component, findComponents } from '../src/analysis/damage/find-components.ts'
import type { DamageCandidate, SegmenterOutput } from '../src/analysis/damage/segment-damage.ts'
import type { DamageClass } from '../src/analysis/damage/segmenter-settings.ts'
import type { Detection } from '../src/analysis/detect-vehicle.ts'
import { damagesOf } from '../src/analysis/tasks/damage-detection/run-damage-detection.ts'
import { countOn, isRight } from './facts.ts'
import type { Label } from './labelled.ts'
import { addMask, countSet } from './masks.ts'

// Coarse on purpose: rare classes have ten validation pictures, and a fine choice would be a choice of noise.
export const MASK_THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6]
export const AREA_SHARES = [0.0005, 0.0015, 0.004]

export type Kind = 'damaged' | 'rear_view' | 'tile'
export type Place = { cells: number; onTruth: number; mean: number; isRight: boolean }

/** For each mask threshold: the mask as it is, and the places of it that lie on the vehicle. */
export type ClassSample = {
  present: number
  truth: number
  masks: { cells: number; onTruth: number }[]
  places: Place[][]
}
/** What the choice needs of one picture, in the order of the model's classes; the last one is any damage. */
export type Sample = { kind: Kind; cellCount: number; classes: ClassSample[] }

export type Seen = {
  kind: Kind
  output: SegmenterOutput
  labels: readonly Label[]
  detection: Detection
}

export function sampleOf(seen: Seen, known: readonly DamageClass[], vehicleGate: number): Sample {
  const { output, labels } = seen
  const cellCount = output.side * output.side
  const classes = known.map((damageClass, index) => {
    const isAny = index === known.length - 1
    const truth = new Uint8Array(cellCount)
    for (const label of labels) if (isAny || label.classIndex === index) addMask(truth, label.mask)
    const grid = output.masks.subarray(index * cellCount, (index + 1) * cellCount)
    const found = MASK_THRESHOLDS.map((threshold) => findComponents(grid, output.side, threshold))
    return {
      present: output.present[index] ?? 0,
      truth: countSet(truth),
      masks: found.map((components) => ({
        cells: sumOf(components, ({ cells }) => cells.length),
        onTruth: sumOf(components, ({ cells }) => countOn(cells, truth)),
      })),
      places: found.map((components) =>
        components
          .filter(({ cells }) => cells.length >= Math.min(...AREA_SHARES) * cellCount)
          .filter((component) => isKept(component, damageClass, grid, seen, vehicleGate))
          .map(({ cells, mean }) => ({
            cells: cells.length,
            onTruth: countOn(cells, truth),
            mean,
            isRight: isRight(cells, truth),
          })),
      ),
    }
  })
  return { kind: seen.kind, cellCount, classes }
}

/** Asks the service's own thresholds. What is no damage, such as an airbag, passes them unseen. */
function isKept(
  { cells, mean }: Component,
  { name, damage_type, mask_threshold }: DamageClass,
  grid: Float32Array,
  { output, detection }: Seen,
  shareMin: number,
): boolean {
  if (damage_type === null) return true
  const candidate: DamageCandidate = {
    class_name: name,
    damage_type,
    confidence: mean,
    is_shown: true,
    is_shown_on_vehicle: true,
    cells,
    grid,
    side: output.side,
    mask_threshold,
  }
  return damagesOf([candidate], detection, { vehicle_gate: shareMin }, null).length > 0
}

export function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0)
}
