import { VERDICTS, type Verdict } from '../../src/outputs/comparisons/method/types.ts'
import { bootstrap, type Figure } from '../bootstrap.ts'
import { formatFigure, formatTable } from '../tables.ts'
import type { Judged } from './judge.ts'
import { TRUTHS, type Truth } from './pairs.ts'

export type CompareFigures = {
  pairs: number
  places: number
  /** Damages that were there before, or could not be seen before, that were called new. */
  wrongly_new: Figure
  /** The same of damages on panels that no earlier picture shows. */
  wrongly_new_unseen_panel: Figure
  /** New damages that were found, and called new. */
  new_called_new: Figure
  /** Those of them at whose place the network finds no damage in the earlier picture. */
  new_called_new_where_clean: Figure
  worsened_called_worsened: Figure
  /** Damages that did not change, or could not be seen before, that were called worsened: they would be charged, too. */
  wrongly_worsened: Figure
  unchanged_called_unchanged: Figure
  repaired_called_repaired: Figure
  /** Damages that are still there, or never were seen, that were called repaired. */
  wrongly_repaired: Figure
  /** All places for which the method says that it cannot tell. */
  abstained: Figure
  matrix: Matrix
  /** The share of each row that is right: said what is so, or said that it cannot be told where it cannot. */
  right: Record<Truth, Figure>
  by_disturbance: Record<
    string,
    { places: number; wrongly_new: Figure; new_called_new: Figure; abstained: Figure; matrix: Matrix }
  >
  /** Why it cannot tell: all such places, and those of new damages. A place may have several reasons. */
  reasons: Record<string, { places: number; of_new: number }>
}

type Matrix = Record<Truth, Record<Verdict, number>>

const isAbstained = ({ verdict }: Judged) => verdict === 'not_comparable' || verdict === 'uncertain'

const isFoundBefore = ({ place }: Judged) =>
  place.reasons.some(
    ({ reason, values }) => reason === 'found_same_place' || (reason === 'weak_match' && 'share' in values),
  )

export function compareFigures(judged: readonly Judged[], pairs: number): CompareFigures {
  const units = [...new Set(judged.map(({ unit }) => unit))]
  const unitAt = new Map(units.map((unit, at) => [unit, at]))
  const share = (of: (row: Judged) => boolean, isSo: (row: Judged) => boolean): Figure => {
    const rows = judged.filter(of)
    const counts = { share: rows.length }
    const { share: figure } = bootstrap(units.length, counts, (weights) => {
      let [all, so] = [0, 0]
      for (const row of rows) {
        const weight = weights[unitAt.get(row.unit) ?? 0] ?? 0
        all += weight
        so += isSo(row) ? weight : 0
      }
      return { share: so / all }
    })
    return figure
  }
  const is = (truth: Truth) => (row: Judged) => row.truth === truth
  const called = (verdict: Verdict) => (row: Judged) => row.verdict === verdict
  const isOld = ({ truth }: Judged) => truth !== 'new' && truth !== 'repaired'
  const isRight = (row: Judged) =>
    row.truth === 'hidden' || row.truth === 'elsewhere' ? isAbstained(row) : row.verdict === row.truth
  const names = [...new Set(judged.map(({ disturbance }) => disturbance))].toSorted()
  return {
    pairs,
    places: judged.length,
    wrongly_new: share(isOld, called('new')),
    wrongly_new_unseen_panel: share(
      (row) => !row.isPartBefore && row.place.part_type !== null,
      called('new'),
    ),
    new_called_new: share(is('new'), called('new')),
    new_called_new_where_clean: share((row) => row.truth === 'new' && !isFoundBefore(row), called('new')),
    worsened_called_worsened: share(is('worsened'), called('worsened')),
    wrongly_worsened: share((row) => isOld(row) && row.truth !== 'worsened', called('worsened')),
    unchanged_called_unchanged: share(is('unchanged'), called('unchanged')),
    repaired_called_repaired: share(is('repaired'), called('repaired')),
    wrongly_repaired: share((row) => row.truth !== 'repaired', called('repaired')),
    abstained: share(() => true, isAbstained),
    matrix: matrixOf(judged),
    right: Object.fromEntries(
      TRUTHS.map((truth) => [truth, share(is(truth), isRight)]),
    ) as CompareFigures['right'],
    by_disturbance: Object.fromEntries(
      names.map((name) => {
        const isHere = (row: Judged) => row.disturbance === name
        const rows = judged.filter(isHere)
        return [
          name,
          {
            places: rows.length,
            wrongly_new: share((row) => isHere(row) && isOld(row), called('new')),
            new_called_new: share((row) => isHere(row) && row.truth === 'new', called('new')),
            abstained: share(isHere, isAbstained),
            matrix: matrixOf(rows),
          },
        ]
      }),
    ),
    reasons: Object.fromEntries(
      [
        ...Map.groupBy(
          judged.filter(isAbstained).flatMap((row) => row.reasons.map((reason) => ({ reason, row }))),
          ({ reason }) => reason,
        ),
      ]
        .map(([reason, all]): [string, { places: number; of_new: number }] => [
          reason,
          { places: all.length, of_new: all.filter(({ row }) => row.truth === 'new').length },
        ])
        .toSorted((a, b) => b[1].places - a[1].places),
    ),
  }
}

function matrixOf(rows: readonly Judged[]): Matrix {
  return Object.fromEntries(
    TRUTHS.map((truth) => [truth, countBy(rows.filter((row) => row.truth === truth))]),
  ) as Matrix
}

function countBy(rows: readonly Judged[]): Record<Verdict, number> {
  const counts = VERDICTS.map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length])
  return Object.fromEntries(counts)
}

/** The figures of one half as tables. */
export function compareTables(figures: CompareFigures): string {
  const figure = (name: string, value: Figure) => [name, formatFigure(value, 3), String(value.n)]
  return [
    formatTable(
      ['figure', 'value', 'n'],
      [
        ['pairs', String(figures.pairs), ''],
        figure('there before or not to be seen before, called new', figures.wrongly_new),
        figure('on a panel that no earlier picture shows, called new', figures.wrongly_new_unseen_panel),
        figure('new and found, called new', figures.new_called_new),
        figure('the same, where no damage is found before', figures.new_called_new_where_clean),
        figure('worsened, called worsened', figures.worsened_called_worsened),
        figure('unchanged, called unchanged', figures.unchanged_called_unchanged),
        figure('repaired, called repaired', figures.repaired_called_repaired),
        figure('not repaired, called repaired', figures.wrongly_repaired),
        figure('not worsened, called worsened', figures.wrongly_worsened),
        figure('not comparable or uncertain', figures.abstained),
      ],
    ),
    formatTable(
      ['truth, and what it is called', ...VERDICTS, 'right'],
      TRUTHS.map((truth) => [truth, ...countsOf(figures.matrix[truth]), formatFigure(figures.right[truth])]),
    ),
    formatTable(
      ['disturbance', 'places', 'wrongly new', 'n', 'new, called new', 'n', 'not told'],
      Object.entries(figures.by_disturbance).map(([name, row]) => [
        name,
        String(row.places),
        ...[row.wrongly_new, row.new_called_new].flatMap((value) => [formatFigure(value), String(value.n)]),
        formatFigure(row.abstained),
      ]),
    ),
    formatTable(
      ['disturbance', 'truth', ...VERDICTS],
      Object.entries(figures.by_disturbance).flatMap(([name, { matrix }]) =>
        TRUTHS.map((truth) => [name, truth, ...countsOf(matrix[truth])]).filter((row) =>
          row.slice(2).some((count) => count !== '0'),
        ),
      ),
    ),
    formatTable(
      ['why it cannot tell', 'places', 'of new damages'],
      Object.entries(figures.reasons).map(([reason, { places, of_new }]) => [
        reason,
        String(places),
        String(of_new),
      ]),
    ),
  ].join('\n\n')
}

const countsOf = (counts: Record<Verdict, number>) => VERDICTS.map((verdict) => String(counts[verdict]))
