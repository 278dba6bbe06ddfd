import { randomOf } from '../bootstrap.ts'
import type { CocoPicture } from '../coco.ts'
import type { HeldOut } from '../sets.ts'
import {
  type Base,
  CELL,
  centerOf,
  damagedBases,
  GRID,
  paintOut,
  pasteDamage,
  pixelsOf,
  wholeBases,
} from './bases.ts'
import {
  DISTURBANCES,
  type Disturbance,
  HIDINGS,
  type Hiding,
  hide,
  takeAgain,
  takeNothing,
} from './disturb.ts'
import { growMask, type Mask, magnify } from './paint.ts'
import type { Shot } from './shots.ts'

export const TRUTHS = ['new', 'worsened', 'unchanged', 'repaired', 'hidden', 'elsewhere'] as const
/** What is known of a place: `hidden` could not be seen before, `elsewhere` is in no earlier picture. */
export type Truth = (typeof TRUTHS)[number]

export type LabelledPair = {
  name: string
  kind: string
  /** Pairs made of one picture are drawn together for the intervals. */
  unit: string
  disturbance: Disturbance | Hiding | 'rendered_near' | 'rendered_far' | 'none' | 'elsewhere'
  earlier: Shot[]
  later: Shot[]
  /** What is so where the region is, in cells of the base or of each picture; what is so everywhere else. */
  region: Mask | 'of each picture' | null
  truth: Truth
  truthElsewhere: Truth
}

/** How many pictures of each kind the pairs of one half are made of, and from how many it is tried to paint a damage out. */
const BASES = 24
const PAINTED_BASES = 160
/** Pairs of these, at most: each takes networks and alignment some seconds. */
const PAINTED_PAIRS_MAX = 200

const next = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length]
  if (found === undefined) throw new Error('there are no pictures to make pairs of')
  return found
}

/** The pairs of one half, always the same ones. Nothing of them is stored in the repository. */
export function makePairs(
  data: string,
  half: HeldOut,
  pictures: readonly CocoPicture[],
  count: number,
): LabelledPair[] {
  const damaged = damagedBases(pictures, BASES).slice(0, count)
  const whole = wholeBases(data, half).slice(0, BASES).slice(0, count)
  return [
    ...damaged.flatMap((base, at) => pairsOfDamaged(base, at, next(damaged, at + 7))),
    ...whole.flatMap((base, at) => pairsOfPasted(base, at, next(damaged, at * 3 + 1))),
    // Networks find few of the damages that are pasted: most that are new and found are real ones, painted out before.
    ...damagedBases(pictures, PAINTED_BASES)
      .slice(0, count)
      .flatMap(pairsOfPainted)
      .slice(0, PAINTED_PAIRS_MAX),
    ...damaged.map((base, at): LabelledPair => {
      const earlier = [asItIs(next(damaged, at + 1)), asItIs(next(whole, at))].slice(at % 2)
      const shots = { earlier, later: [asItIs(base)] }
      return pairOf('elsewhere', base, 'elsewhere', shots, everywhere('elsewhere'))
    }),
  ]
}

/** One labelled damage: seen again, grown, hidden, and each of these against each picture of the damage. */
function pairsOfDamaged(base: Base, at: number, other: Base): LabelledPair[] {
  const plain = asItIs(base)
  const seen = [
    { shot: plain, how: 'none' as const },
    ...[next(DISTURBANCES, at * 2), next(DISTURBANCES, at * 2 + 1)].map((how) => ({
      shot: again(base, how, 'again'),
      how,
    })),
  ]
  const [, first, second] = seen
  if (!first || !second) return []
  const unchanged = [
    [first, seen[0]],
    [second, seen[0]],
    [seen[0], second],
    [first, second],
  ].flatMap(([before, now], turn) => {
    if (!before || !now) return []
    // A second picture of another place, as inspections have many.
    const others = turn % 2 === 0 ? [] : [asItIs(other)]
    const how = before.how === 'none' ? now.how : before.how
    const shots = { earlier: [before.shot, ...others], later: [now.shot] }
    return [pairOf('unchanged', base, how, shots, everywhere('unchanged'))]
  })
  const hiding = next(HIDINGS, at)
  const hiddenTruth = hiddenAt(base.mask, hiding)
  const unseen = hidden(base, hiding, base.mask)
  return [
    ...unchanged,
    ...(at % 4 === 3 ? [] : grownPairs(base, at, seen.slice(0, 2))),
    pairOf('hidden', base, hiding, { earlier: [unseen], later: [plain] }, hiddenTruth),
    pairOf('hidden', base, hiding, { earlier: [unseen], later: [first.shot] }, hiddenTruth),
  ]
}

/** A picture, and the same one taken before it had its damage, twice. */
function pairsOfPainted(base: Base, at: number): LabelledPair[] {
  const painted = paintOut(base)
  if (!painted) return []
  const there = { region: painted.mask, truthElsewhere: 'unchanged' as const }
  return [at, at + 3].flatMap((turn, n) => {
    const how = next(DISTURBANCES, turn)
    const without = again(base, how, 'without', painted.read)
    const shots = { earlier: [without], later: [asItIs(base)] }
    const back = { earlier: shots.later, later: shots.earlier }
    return [
      pairOf('painted out', base, how, shots, { ...there, truth: 'new' }),
      ...(n === 0 ? [pairOf('repaired', base, how, back, { ...there, truth: 'repaired' })] : []),
    ]
  })
}

function grownPairs(
  base: Base,
  at: number,
  seen: readonly { shot: Shot; how: LabelledPair['disturbance'] }[],
) {
  const factor = 1.6 + 0.1 * (at % 5)
  const { center, radius } = centerOf(base.mask)
  const later: Shot = {
    key: `${base.name} grown ${factor}`,
    make: async () => takeNothing(magnify(await base.read(), center, radius, factor)),
  }
  const region = growMask(base.mask, GRID, Math.round((radius * (factor - 1)) / CELL))
  return seen.map(({ shot, how }) =>
    pairOf(
      'worsened',
      base,
      how,
      { earlier: [shot], later: [later] },
      {
        region,
        truth: 'worsened',
        truthElsewhere: 'unchanged',
      },
    ),
  )
}

/** A picture, and the same one with a damage of another picture on a panel of it. */
function pairsOfPasted(base: Base, at: number, source: Base): LabelledPair[] {
  const pasted = pasteDamage(base, source, randomOf(seedOf(`${base.name} ${source.name}`)))
  if (!pasted) return []
  const damaged: Shot = {
    key: `${base.name} pasted from ${source.name}`,
    make: async () => takeNothing(await pasted.read()),
  }
  const how = next(DISTURBANCES, at)
  const hiding = next(HIDINGS, at + 2)
  const undamaged = again(base, how, 'again')
  const there = { region: pasted.mask, truthElsewhere: 'unchanged' as const }
  const otherHow = next(DISTURBANCES, at + 2)
  const damagedAgain = again(base, otherHow, `pasted from ${source.name}`, pasted.read)
  return [
    pairOf('pasted', base, how, { earlier: [undamaged], later: [damaged] }, { ...there, truth: 'new' }),
    pairOf(
      'pasted',
      base,
      otherHow,
      { earlier: [asItIs(base)], later: [damagedAgain] },
      { ...there, truth: 'new' },
    ),
    pairOf(
      'repaired',
      base,
      how,
      { earlier: [damaged], later: [undamaged] },
      { ...there, truth: 'repaired' },
    ),
    pairOf(
      'unchanged',
      base,
      otherHow,
      { earlier: [damagedAgain], later: [damaged] },
      everywhere('unchanged'),
    ),
    pairOf(
      'unchanged',
      base,
      otherHow,
      { earlier: [damaged], later: [damagedAgain] },
      everywhere('unchanged'),
    ),
    pairOf(
      'hidden',
      base,
      hiding,
      {
        earlier: [hidden(base, hiding, pasted.mask)],
        later: [damaged],
      },
      hiddenAt(pasted.mask, hiding),
    ),
  ]
}

function pairOf(
  kind: string,
  base: Base,
  disturbance: LabelledPair['disturbance'],
  shots: Pick<LabelledPair, 'earlier' | 'later'>,
  truths: Pick<LabelledPair, 'region' | 'truth' | 'truthElsewhere'>,
): LabelledPair {
  return {
    name: `${kind} ${base.name} ${disturbance}`,
    kind,
    unit: base.name,
    disturbance,
    ...shots,
    ...truths,
  }
}

const everywhere = (truth: Truth) => ({ region: null, truth, truthElsewhere: truth })

/** Blur and distance hide all of the picture, not only the place. */
function hiddenAt(region: Mask, how: Hiding) {
  const isAll = how === 'blurred' || how === 'too_small'
  return {
    region,
    truth: 'hidden' as const,
    truthElsewhere: isAll ? ('hidden' as const) : ('unchanged' as const),
  }
}

const asItIs = (base: Base): Shot => ({
  key: `${base.name} as it is`,
  make: async () => takeNothing(await base.read()),
})

function again(base: Base, how: Disturbance, what: string, read = base.read): Shot {
  const key = `${base.name} ${what} ${how}`
  return { key, make: async () => takeAgain(await read(), how, randomOf(seedOf(key))) }
}

function hidden(base: Base, how: Hiding, mask: Mask): Shot {
  const key = `${base.name} ${how}`
  return { key, make: async () => hide(await base.read(), pixelsOf(mask), how, randomOf(seedOf(key))) }
}

/** A shot is the same whichever pairs are made beside it. */
function seedOf(key: string): number {
  let seed = 7
  for (const character of key) seed = (Math.imul(seed, 31) + character.charCodeAt(0)) >>> 0
  return seed
}
