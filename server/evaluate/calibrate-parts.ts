import type { Models } from '../src/analysis/inference/model.ts'
import { partSegmenterSettings } from '../src/analysis/part-map/part-segmenter-settings.ts'
import { PART_SEGMENTER } from '../src/analysis/part-map/segment-parts.ts'
import type { Scope } from './damage.ts'
import { type ExaminedParts, examineParts, scoredOf } from './examine-parts.ts'
import { namedFigures, viewFigures } from './part-figures.ts'
import { fitCalibration } from './platt.ts'

/** Wanted of what is answered. No more than that: 65 pictures are too few to tell a little more from chance. */
const RIGHT_MIN = 0.85
const VIEW_RIGHT_MIN = 0.9
const STEPS = Array.from({ length: 19 }, (_, at) => (at + 1) / 20)

type Parameters = ReturnType<typeof partSegmenterSettings>['parameters']
export type CalibratedParts = Pick<
  Parameters,
  'calibration' | 'part_threshold' | 'part_share_min' | 'side_threshold' | 'view_threshold'
>

/** Sets what the part segmenter is believed from. Looks at validation pictures only, never at the test. */
export async function calibrateParts(models: Models, scope: Scope): Promise<CalibratedParts> {
  const { parameters } = partSegmenterSettings(models.get(PART_SEGMENTER).manifest)
  const examined = await examineParts(models, 'valid', scope)
  const calibration = fitCalibration(scoredOf(examined))
  const withSettings = (more: Partial<Parameters>) =>
    examined.map((row): ExaminedParts => {
      const changed = { ...parameters, calibration, part_threshold: 0, side_threshold: 0.5, ...more }
      return { ...row, map: { ...row.map, parameters: changed } }
    })
  // The least certainty from which enough is right, so that as much as possible is answered.
  const side_threshold =
    STEPS.find((step) => step >= 0.5 && wrongSides(withSettings({ side_threshold: step })) <= 0.01) ?? 0.95
  const part_threshold =
    STEPS.find((step) => {
      const rows = withSettings({ side_threshold, part_threshold: step })
      return rightOf(rows, 'damages') >= RIGHT_MIN && rightOf(rows, 'spots') >= RIGHT_MIN
    }) ?? 0.95
  // The labelled damages all lie on parts: as much as they allow is asked for, against those that lie beside them.
  const [none = 0, ...shares] = [0, ...STEPS].map((part_share_min) =>
    rightCountOf(withSettings({ side_threshold, part_threshold, part_share_min }), 'damages'),
  )
  const part_share_min = STEPS.findLast((_, at) => shares[at] === none) ?? 0
  const view_threshold =
    STEPS.find(
      (step) =>
        (viewFigures(withSettings({ view_threshold: step })).right_of_answered.value ?? 0) >= VIEW_RIGHT_MIN,
    ) ?? 0.95
  return { calibration, part_threshold, part_share_min, side_threshold, view_threshold }
}

function rightCountOf(rows: readonly ExaminedParts[], which: 'damages' | 'spots'): number {
  const { value, n } = namedFigures(rows, which).right_of_named
  return Math.round((value ?? 0) * n)
}

function rightOf(rows: readonly ExaminedParts[], which: 'damages' | 'spots'): number {
  return namedFigures(rows, which).right_of_named.value ?? 0
}

function wrongSides(rows: readonly ExaminedParts[]): number {
  return Math.max(
    ...(['damages', 'spots'] as const).map((which) => namedFigures(rows, which).wrong_side.value ?? 0),
  )
}
