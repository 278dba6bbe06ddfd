import type { FindingState } from '../../review/review-model.ts'

export const STATES = ['proposed', 'decided', 'rejected'] as const satisfies FindingState[]
const SORTS = [
  'number',
  'part',
  'type',
  'severity',
  'operation',
  'cost',
  'size',
  'confidence',
  'state',
] as const
export type Sort = (typeof SORTS)[number]

export type DamagesSearch = {
  state?: FindingState
  /** Any text: a part that is not damaged shows no rows. */
  part?: string
  sort?: Sort
  order?: 'desc'
  /** The row to begin at. */
  damage?: string
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What is shown lives in the address. What makes no sense there is left out. */
export function readDamagesSearch(search: Record<string, unknown>): DamagesSearch {
  const state = STATES.find((one) => one === search.state)
  const part = textOf(search.part)
  const sort = SORTS.find((one) => one === search.sort)
  const damage = textOf(search.damage)
  return {
    ...(state ? { state } : {}),
    ...(part ? { part } : {}),
    ...(sort ? { sort } : {}),
    ...(search.order === 'desc' ? { order: 'desc' as const } : {}),
    ...(damage ? { damage } : {}),
  }
}
