import type { Labels } from '@walkaround/catalog/labels'
import type { Finding } from '../../review/review-model.ts'
import { type DamagesSearch, STATES } from './damages-search.ts'

type Words = Pick<Labels, 'parts' | 'damage_types'>

/** What the search asks for, in its order. Equal ones stay in the order of their numbers. */
export function shownFindings(findings: readonly Finding[], search: DamagesSearch, words: Words): Finding[] {
  const shown = findings
    .filter((one) => !search.state || one.state === search.state)
    .filter((one) => !search.part || one.partType === search.part)
  const { sort = 'number' } = search
  const way = search.order === 'desc' ? -1 : 1
  const sortedBy = (one: Finding): string | number | null => {
    switch (sort) {
      case 'number':
        return one.number
      case 'part':
        return one.partType && words.parts[one.partType]
      case 'type':
        return words.damage_types[one.damageType]
      case 'severity':
        return one.level
      case 'operation':
        return one.severityId && Number(one.isReplaced)
      case 'cost':
        return one.cost
      case 'size':
        return one.sizeCm
      case 'confidence':
        return one.confidence
      case 'state':
        return STATES.indexOf(one.state)
    }
  }
  return shown.toSorted((a, b) => compareValues(sortedBy(a), sortedBy(b), way))
}

/** What is not known comes last, whichever way the rest is sorted. */
function compareValues(a: string | number | null, b: string | number | null, way: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'string' && typeof b === 'string') return way * a.localeCompare(b)
  return way * (Number(a) - Number(b))
}
