import { partOnMap } from '../src/analysis/part-map/part-on-map.ts'
import { viewSeen } from '../src/analysis/part-map/view-seen.ts'
import { VIEWPOINTS, type ViewpointName } from '../src/analysis/viewpoint.ts'
import { bootstrap, type Figure } from './bootstrap.ts'
import type { ExaminedParts } from './examine-parts.ts'
import { shareOf } from './metrics.ts'
import { isOtherSide, namesLabel } from './part-sets.ts'

export type NamedFigures = { damages: number; named: Figure; right_of_named: Figure; wrong_side: Figure }

/** How many damages get a part, and how many of those the right one. */
export function namedFigures(examined: readonly ExaminedParts[], which: 'damages' | 'spots'): NamedFigures {
  const rows = examined.flatMap(({ map, ...found }, unit) =>
    found[which].map(({ damage, label }) => {
      const part = partOnMap(damage, map)?.part ?? null
      const isRight = part !== null && namesLabel(part, label)
      return { unit, isNamed: part !== null, isRight, isWrongSide: part !== null && isOtherSide(part, label) }
    }),
  )
  const named = rows.filter(({ isNamed }) => isNamed)
  const shares = (weights: ArrayLike<number>) => ({
    named: shareOf(
      rows.map(({ unit, isNamed }) => ({ unit, holds: isNamed })),
      weights,
    ),
    right_of_named: shareOf(
      named.map(({ unit, isRight }) => ({ unit, holds: isRight })),
      weights,
    ),
    wrong_side: shareOf(
      named.map(({ unit, isWrongSide }) => ({ unit, holds: isWrongSide })),
      weights,
    ),
  })
  const counts = { named: rows.length, right_of_named: named.length, wrong_side: named.length }
  return { damages: rows.length, ...bootstrap(examined.length, counts, shares) }
}

/** What a reader calls the eight directions. */
const VIEWS: Record<string, ViewpointName> = Object.fromEntries(
  ['F', 'FL', 'L', 'BL', 'B', 'BR', 'R', 'FR'].flatMap((view, at) => {
    const name = VIEWPOINTS[at]
    return name ? [[view, name]] : []
  }),
)
const sideOf = (view: string) => (/left/.test(view) ? 'left' : /right/.test(view) ? 'right' : null)

export type ViewFigures = {
  pictures: number
  answered: Figure
  right_of_answered: Figure
  wrong_side: Figure
}

export function viewFigures(examined: readonly ExaminedParts[]): ViewFigures {
  const rows = examined.flatMap(({ picture: { view }, map }, unit) => {
    const truth = view === null ? undefined : VIEWS[view]
    const said = viewSeen(map)?.prediction ?? null
    return truth ? [{ unit, truth, said }] : []
  })
  const answered = rows.flatMap(({ unit, truth, said }) => (said ? [{ unit, truth, said }] : []))
  const sided = answered.map(({ unit, truth, said }) => {
    const [a, b] = [sideOf(truth), sideOf(said)]
    return { unit, holds: a !== null && b !== null && a !== b }
  })
  const shares = (weights: ArrayLike<number>) => ({
    answered: shareOf(
      rows.map(({ unit, said }) => ({ unit, holds: said !== null })),
      weights,
    ),
    right_of_answered: shareOf(
      answered.map(({ unit, truth, said }) => ({ unit, holds: truth === said })),
      weights,
    ),
    wrong_side: shareOf(sided, weights),
  })
  const counts = { answered: rows.length, right_of_answered: answered.length, wrong_side: answered.length }
  return { pictures: rows.length, ...bootstrap(examined.length, counts, shares) }
}
