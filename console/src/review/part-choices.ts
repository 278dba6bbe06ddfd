import type { Viewpoint } from '@walkaround/catalog/image-types'
import { PART_TYPES, PARTS, type PartType, type Zone } from '@walkaround/catalog/parts'

export type PartChoice = { id: PartType; group: 'here' | 'recent' | 'all' }

/** The parts a person chooses from. First those a picture from this side can show, then those of the inspection. */
export function partChoices(side: Viewpoint | null, recent: readonly PartType[]): PartChoice[] {
  const offered = PART_TYPES.filter((type) => type !== 'background' && type !== 'ignore')
  const isHere = (type: PartType) => side !== null && isSeenFrom(type, side)
  const known = offered.filter((type) => recent.includes(type))
  const here = [...known.filter(isHere), ...offered.filter((type) => !known.includes(type) && isHere(type))]
  const elsewhere = known.filter((type) => !isHere(type))
  const rest = offered.filter((type) => !here.includes(type) && !elsewhere.includes(type))
  return [
    ...here.map((id) => ({ id, group: 'here' as const })),
    ...elsewhere.map((id) => ({ id, group: 'recent' as const })),
    ...rest.map((id) => ({ id, group: 'all' as const })),
    // Last: not to know is an answer, too.
    { id: 'ignore', group: 'all' },
  ]
}

const ENDS: Partial<Record<Zone, string>> = { front: 'front', rear: 'back' }

function isSeenFrom(type: PartType, side: Viewpoint): boolean {
  const { zone, side: half } = PARTS[type]
  const words = side.split('_')
  const end = ENDS[zone]
  if (end)
    return words.includes(end) && (half === null || !words.includes(half === 'left' ? 'right' : 'left'))
  if (zone === 'left' || zone === 'right') return words.includes(zone)
  return zone === 'wheels' && half !== null && words.includes(half)
}
