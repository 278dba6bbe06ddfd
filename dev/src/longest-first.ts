import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = join(import.meta.dirname, '../..')
const RECORDED = join(ROOT, 'dev/test-seconds.txt')

/** The seconds of each file, from the lines that `file-times.ts` writes. */
export function readSeconds(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [seconds = '', file = ''] = line.split(' ')
      return [file, Number(seconds)]
    }),
  )
}

/** A long file that starts last would run alone to its end. One that nobody has measured may be long. */
export const byLength = (files: readonly string[], seconds: Map<string, number>): string[] =>
  files.toSorted(
    (a, b) =>
      (seconds.get(b) ?? Number.POSITIVE_INFINITY) - (seconds.get(a) ?? Number.POSITIVE_INFINITY) ||
      (a < b ? -1 : 1),
  )

/** Project by project as the configuration lists them, and in each the longest files first. */
export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = (one: TestSpecification) => relative(ROOT, one.moduleId)
    const order = byLength(specifications.map(pathOf), readSeconds(readFileSync(RECORDED, 'utf8')))
    const rankOf = new Map(order.map((path, rank) => [path, rank]))
    const projects = this.ctx.projects.map(({ name }) => name)
    const placeOf = (one: TestSpecification): number[] => [
      one.project.config.sequence.groupOrder,
      projects.indexOf(one.project.name),
      rankOf.get(pathOf(one)) ?? 0,
    ]
    return specifications
      .map((one) => ({ one, place: placeOf(one) }))
      .sort((a, b) => a.place.map((part, n) => part - (b.place[n] ?? 0)).find((more) => more !== 0) ?? 0)
      .map(({ one }) => one)
  }
}
