import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DAMAGE_SEGMENTER } from '../../src/analysis/damage/segment-damage.ts'
import type { Models } from '../../src/analysis/inference/model.ts'
import { PART_SEGMENTER } from '../../src/analysis/part-map/segment-parts.ts'
import { Aligner } from '../../src/outputs/comparisons/method/align.ts'
import { observeBoth, placesOf } from '../../src/outputs/comparisons/method/compare.ts'
import { picturesToSearch } from '../../src/outputs/comparisons/method/decide.ts'
import { type Observation, withAnswers } from '../../src/outputs/comparisons/method/observe.ts'
import { THRESHOLDS } from '../../src/outputs/comparisons/method/thresholds.ts'
import type { DamageGrid, Side } from '../../src/outputs/comparisons/method/types.ts'
import type { Figure } from '../bootstrap.ts'
import type { Scope } from '../damage.ts'
import { modelClasses } from '../examine.ts'
import { damagedPictures, type HeldOut } from '../sets.ts'
import { formatNumber, formatTable } from '../tables.ts'
import { type CompareFigures, compareFigures, compareTables } from './figures.ts'
import { judgePair, type Observed } from './judge.ts'
import { keepObserved } from './keep-observed.ts'
import { type LabelledPair, makePairs } from './pairs.ts'
import { renderedPairs } from './rendered.ts'
import { type Read, type Shot, ShotReader } from './shots.ts'

export type CompareReport = {
  damage_segmenter: string
  part_segmenter: string
  test: CompareFigures
  /** Where the thresholds were chosen. */
  valid: CompareFigures
  rendered: CompareFigures | null
}

/** The method on pairs whose answer is known, made of pictures that no network was trained on. */
export async function evaluateCompare(models: Models, scope: Scope): Promise<CompareReport> {
  const figuresOf = (observed: readonly Observed[]) =>
    compareFigures(
      observed.flatMap((each) => judgePair(each, THRESHOLDS)),
      observed.length,
    )
  const isWhole = scope.limit === Number.POSITIVE_INFINITY
  return {
    damage_segmenter: models.get(DAMAGE_SEGMENTER).manifest.sha256,
    part_segmenter: models.get(PART_SEGMENTER).manifest.sha256,
    valid: figuresOf(await observeHalf(models, scope, 'valid')),
    test: figuresOf(await observeHalf(models, scope, 'test')),
    rendered: isWhole ? figuresOf(await observeRendered(models, scope)) : null,
  }
}

/** Runs networks and alignment over the pairs of one half, or reads what came of it the last time. */
export async function observeHalf(
  models: Models,
  { data, limit, say }: Scope,
  half: HeldOut,
): Promise<Observed[]> {
  const classes = modelClasses(models.get(DAMAGE_SEGMENTER).manifest)
  const made = makePairs(data, half, damagedPictures(data, half, classes), limit)
  const reader = new ShotReader(models)
  const observe = () => observePairs(reader, made, say)
  if (limit !== Number.POSITIVE_INFINITY) return observe()
  return keepObserved(reader, made, observe)
}

/** The same of rendered pairs, which are in no half. */
async function observeRendered(models: Models, { data, say }: Scope): Promise<Observed[]> {
  const reader = new ShotReader(models)
  const pairs = renderedPairs(data, say)
  return keepObserved(reader, pairs, () => observePairs(reader, pairs, say))
}

/**
 * With what the network answers everywhere, so that thresholds can be chosen. The service asks it about fewer pictures: that
 * must not change a verdict.
 */
function withAllAnswers(observations: readonly Observation[], grids: ReadonlyMap<string, DamageGrid>) {
  const all = observations.map((each) => withAnswers(each, grids))
  const asked = new Set(observations.flatMap((each) => picturesToSearch(each, THRESHOLDS)))
  const few = new Map([...grids].filter(([id]) => asked.has(id)))
  const answered = observations.map((each) => withAnswers(each, few))
  if (!isDeepStrictEqual(placesOf(answered), placesOf(all)))
    throw new Error('the verdicts are others when only some pictures are searched')
  return all
}

async function observePairs(
  reader: ShotReader,
  pairs: readonly LabelledPair[],
  say: Scope['say'],
): Promise<Observed[]> {
  const known = new Map<string, Read>()
  const read = async (shot: Shot): Promise<Read> => {
    const found = known.get(shot.key) ?? (await reader.read(shot))
    known.set(shot.key, found)
    return found
  }
  const aligner = new Aligner(THRESHOLDS.inliers_min)
  const observed: Observed[] = []
  for (const { earlier, later, ...pair } of pairs) {
    const before = await Promise.all(earlier.map(read))
    const now = await Promise.all(later.map(read))
    const all = [...before, ...now]
    const regions = [...earlier, ...later].map(({ region }, at) => ({
      region,
      id: all[at]?.picture.image_id,
    }))
    const grids = new Map(all.map(({ grid }) => [grid.image_id, grid]))
    observed.push({
      pair,
      observations: withAllAnswers(observeBoth(sideOf(before), sideOf(now), reader.gridSide, aligner), grids),
      frames: new Map(all.map(({ picture, h }) => [picture.image_id, h])),
      regions: new Map(regions.flatMap(({ region, id }) => (region && id ? [[id, region]] : []))),
      partsBefore: new Set(before.flatMap(({ picture }) => picture.parts.map(({ part_type }) => part_type))),
    })
    if (observed.length % 50 === 0) say(`${observed.length} of ${pairs.length} pairs`)
  }
  return observed
}

const sideOf = (shots: readonly Read[]): Side => ({
  inspection_id: 'inspection',
  created_at: '2024-01-01T00:00:00Z',
  vin: null,
  plate: null,
  pictures: shots.map(({ picture }) => picture),
  damages: shots.flatMap(({ damages }) => damages),
})

function aimsTable({ wrongly_new, wrongly_new_unseen_panel, new_called_new }: CompareFigures): string {
  const row = (aim: string, { value, n }: Figure, isReached: (share: number) => boolean) => [
    aim,
    value === null ? '–' : formatNumber(value, 3),
    String(n),
    value !== null && isReached(value) ? 'yes' : 'no',
  ]
  return formatTable(
    ['aim', 'test half', 'n', 'reached'],
    [
      row(
        'there before or not to be seen before, called new: at most 0.01',
        wrongly_new,
        (share) => share <= 0.01,
      ),
      row('on a panel that no earlier picture shows: 0', wrongly_new_unseen_panel, (share) => share === 0),
      row('new and found, called new: at least 0.75', new_called_new, (share) => share >= 0.75),
    ],
  )
}

const CARD = join(import.meta.dirname, '../../../docs/evaluation/compare.md')

export const compareText = ({ test, valid, rendered }: CompareReport) =>
  [
    ['Test half', test] as const,
    ['Rendered car', rendered] as const,
    ['Validation half, on which the thresholds were chosen', valid] as const,
  ]
    .map(([title, figures]) => `### ${title}\n\n${figures ? compareTables(figures) : 'Not measured yet.'}`)
    .join('\n\n')

/** The card of the method. Its words are here, its figures are those of the run. */
export function writeCompareCard(report: CompareReport): void {
  writeFileSync(
    CARD,
    `# How well comparisons tell what is new

Made by \`pnpm evaluate --only compare --write-cards\`. Do not edit it.

Each pair is made when it is measured, from labelled pictures that no network was trained on: a picture and the same one taken
again from elsewhere, cropped, in other light, blurred, compressed or with reflections; a damage of another picture blended onto
a panel; a real damage painted out of the earlier picture with the surface beside it; a damage drawn larger; a place covered, cut
off, blurred, too small, dark or under glare; and pictures of another place. The shipped networks read both sides, as the service
does. Places are counted, not pairs. What the network does not find has no place: the figures say nothing about it
([damage model](../../models/damage-segmenter/card.md)). Pairs are easier than life in one way: the surface is the same but for
what is drawn, and the camera sees it as a flat picture. They are harder in another: most of these cars are badly damaged, and
the network sees damage where one was painted out. A rendered car has curved panels and other reflections on each visit, and its
earlier pictures show no damage at all; no threshold was chosen on it.

${aimsTable(report.test)}

Where an aim is not reached, the method answers "not comparable" or "uncertain" instead: it abstains rather than accuses, and the
last table of each half says why. Where the network finds a damage at the place in the earlier picture, too, nobody can be charged
by these pictures, and the method does not say "new".

Weights: damage-segmenter ${report.damage_segmenter}, part-segmenter ${report.part_segmenter}. In brackets the 95 % interval:
the pictures that pairs are made of, drawn again 1,000 times, or Wilson's where all agree.

${compareText(report)}
`,
  )
}
