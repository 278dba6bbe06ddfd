export const CHANGE_NAMES = [
  'new',
  'worsened',
  'uncertain',
  'not_comparable',
  'repaired',
  'unchanged',
] as const
export type Change = (typeof CHANGE_NAMES)[number]

/** How a part or a place shows what happened to it, in the order in which a part with several shows one. */
type ChangeLook = {
  name: Change
  fill: string
  line: string
  width: number
  /** The edge of what cannot be told. */
  is_dashed: boolean
}

export const CHANGES: readonly [ChangeLook, ...ChangeLook[]] = [
  { name: 'new', fill: '#86198f', line: '#86198f', width: 1.8, is_dashed: false },
  { name: 'worsened', fill: '#fae8ff', line: '#86198f', width: 1.8, is_dashed: false },
  { name: 'uncertain', fill: '#ffffff', line: '#475569', width: 2.4, is_dashed: true },
  { name: 'not_comparable', fill: '#ffffff', line: '#475569', width: 2.4, is_dashed: true },
  { name: 'repaired', fill: '#ffffff', line: '#15803d', width: 3, is_dashed: false },
  { name: 'unchanged', fill: '#e2e8f0', line: '#334155', width: 1.4, is_dashed: false },
]
