import type { Answer, Http } from '../../testing/http.ts'
import type { Random } from '../../testing/random.ts'
import type { Tokens } from '../../testing/tokens.ts'
import type { Violations } from './campaign.ts'
import { runRounds } from './lanes.ts'
import type { Operation, Resource, Slot } from './operations.ts'
import { buildAsk, faceOf, type Ids, knows, type Manner, neverId, send } from './tenant-requests.ts'
import type { World } from './tenant-world.ts'

export type MatrixParts = {
  http: Http
  tokens: Tokens
  url: string
  /** An API for which every token of today has expired. */
  laterUrl: string
  world: World
  operations: Operation[]
  picture: Buffer
  canaries: string[]
  violations: Violations
  /** Whose things of the victim are attacked. */
  victims: readonly (keyof World['alder'])[]
  extent: Extent
}

/** How much of each case there is; whatever is left out, another seed picks. */
export type Extent = {
  random: Random
  manners: readonly Manner[]
  malformed: number
  /** How many besides the admin try each slot of each operation, on average. */
  otherActors: number
  /** How many kinds of id are tried in each slot, besides the plainly foreign. */
  kinds: number
  /** How many ids of other kinds are tried in each slot. */
  mistaken: number
  /** Of what has cases of its own beside the matrix: signed URLs, and one's own ids. */
  share: number
  /** Of the slots, how many are looked at for the work that a request makes. */
  workShare: number
  /** The accounts that ask for what is their own. */
  owners: readonly string[]
}

type Home = 'admin' | 'member' | 'device'
type Actor = {
  name: string
  account: string | null
  home: Home
  statuses: number[]
  later?: boolean
  /** Has no account, but the capture link of the home's inspection. */
  isHolder?: boolean
}

/** Who attacks, whose ids they use for the rest of the request, and how they may be refused. */
const ACTORS: Actor[] = [
  { name: 'admin', account: 'birch-admin', home: 'admin', statuses: [404] },
  { name: 'manager', account: 'birch-manager', home: 'admin', statuses: [404] },
  { name: 'member', account: 'birch-member', home: 'member', statuses: [404] },
  { name: 'device', account: 'birch-device', home: 'device', statuses: [404, 403] },
  { name: 'reader', account: 'birch-reader', home: 'admin', statuses: [404, 403] },
  { name: 'no permission', account: 'birch-none', home: 'admin', statuses: [403] },
  { name: 'link holder', account: null, home: 'admin', statuses: [403], isHolder: true },
  { name: 'no token', account: null, home: 'admin', statuses: [401] },
  { name: 'expired token', account: 'birch-admin', home: 'admin', statuses: [401], later: true },
]

const MALFORMED = [
  'not-an-id',
  "' or 1=1 --",
  '00000000-0000-7000-8000-00000000000g',
  '0',
  '../..',
  'x'.repeat(120),
]

/** Operations on many things at once answer each id for itself, in an answer that succeeds. */
const ANSWERS_EACH = new Set(['deleteImages'])
/** Things that have others in them. */
const PLACES = new Set<Resource>(['inspection', 'webhook_endpoint', 'comparison'])
/** Things that stand in no inspection: those made with another inspection are as reachable as any. */
const OUTSIDE_INSPECTIONS = new Set<Resource>([
  'webhook_endpoint',
  'administration_event',
  'comparison',
  'earlier_inspection',
  'capture_profile',
  'capture_link',
  'erasure',
  'objection',
  'objection_link',
])
/** What the holder of a capture link may call at all. */
export const OF_HOLDER = new Set([
  'getCapture',
  'createCapturePicture',
  'updateCaptureReading',
  'finishCapture',
])
const LANES = 6

type Kind = {
  name: string
  value: string
  ids: Ids
  /** One's own thing, which may be reached although it is deleted. */
  mayReach?: boolean
  /** In capitals, as no id is written: compared with one that never existed, in capitals too. */
  capitals?: boolean
}
type Cell = {
  actor: Actor
  operation: Operation
  slot: Slot
  manner: Manner
  /** With which of the ids of other kinds it begins. */
  turn: number
}

/** Every operation × id slot × kind of id × actor × manner. Returns the number of requests compared. */
export async function runMatrix(parts: MatrixParts): Promise<number> {
  const { random, manners, malformed, otherActors } = parts.extent
  const [admin, ...others] = ACTORS
  const cells = parts.operations
    .filter((operation) => operation.needsToken)
    .flatMap((operation) =>
      operation.slots.flatMap((slot) =>
        [...(admin ? [admin] : []), ...some(random, others, Math.floor(otherActors + random.next()))].flatMap(
          (actor) =>
            manners
              .filter((manner) => knows(operation, manner))
              .map((manner): Cell => ({ actor, operation, slot, manner, turn: random.below(100) })),
        ),
      ),
    )
  let cases = 0
  await runRounds(cells.length, LANES, async (n) => {
    const cell = cells[n]
    const compared = cell ? await runCell(parts, cell, MALFORMED.slice(0, malformed)) : 0
    cases += compared
  })
  return cases
}

export function some<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  const left = [...items]
  while (left.length > most) left.splice(random.below(left.length), 1)
  return left
}

const inTurn = <Item>(items: Item[], turn: number): Item[] => {
  const first = items.length > 0 ? turn % items.length : 0
  return [...items.slice(first), ...items.slice(0, first)]
}

async function credentialsOf({ tokens, world }: MatrixParts, { account, isHolder, home }: Actor) {
  if (isHolder) return world.birch[home].holder
  return account ? tokens.of(account) : null
}

async function runCell(parts: MatrixParts, cell: Cell, malformed: string[]): Promise<number> {
  const { violations } = parts
  const { actor, operation, slot, manner } = cell
  const token = await credentialsOf(parts, actor)
  const ask = async ({ value, ids }: Kind): Promise<Answer> => {
    const url = actor.later ? parts.laterUrl : parts.url
    return send(parts.http, buildAsk(operation, { ids, slot, value, manner }, url, parts.picture), token)
  }
  const home = parts.world.birch[actor.home]
  const never: Kind = { name: 'never', value: neverId(), ids: home.ids }
  const shouted: Kind = { ...never, value: never.value.toUpperCase() }
  const reference = await ask(never)
  const kinds = kindsOf(parts, cell)
  const usual = faceOf(reference, never.value)
  const isShouted = kinds.some((kind) => kind.capitals)
  const capitals = isShouted ? faceOf(await ask(shouted), shouted.value) : usual
  const label = `${operation.label} ${slot.in}.${slot.name}, ${manner}, by ${actor.name}`
  const statuses = statusesOf(cell)
  if (!statuses.includes(reference.status))
    violations.add('never_existed_status', `${label}: ${reference.status}, not ${statuses}`)
  for (const kind of kinds) {
    const answer = await ask(kind)
    // What one asks to erase, another may hold at the same time.
    const reached = kind.mayReach && [200, 201, 304, 409].includes(answer.status)
    if (!reached && faceOf(answer, kind.value) !== (kind.capitals ? capitals : usual))
      violations.add(
        'foreign_not_like_never',
        `${label}, ${kind.name}: ${answer.status} ${answer.text.slice(0, 160)}`,
      )
    const canary = findCanary(parts, answer, kind.value)
    if (canary) violations.add('canary_seen', `${label}, ${kind.name}: ${canary}`)
  }
  for (const value of malformed) {
    const answer = await ask({ name: 'malformed', value, ids: home.ids })
    if (![...statuses, 400, 404].includes(answer.status))
      violations.add('malformed_status', `${label}, ${value}: ${answer.status}`)
  }
  return kinds.length + malformed.length + (isShouted ? 2 : 1)
}

function statusesOf({ actor, operation, slot, manner }: Cell): number[] {
  if (actor.isHolder) return OF_HOLDER.has(operation.id) ? [404] : actor.statuses
  // What is the organization's own is not for whoever reaches only their own.
  if (isOfOrganization(operation) && actor.home !== 'admin') return [...actor.statuses, 403]
  // Whoever reaches only their own may not ask for the list of all.
  if (manner === 'wide' && actor.home !== 'admin') return [...actor.statuses, 403]
  if (slot.in !== 'body' || !ANSWERS_EACH.has(operation.id)) return actor.statuses
  return actor.statuses.map((status) => (status === 404 ? 200 : status))
}

/** Of an organization and of nobody in it. */
export const isOfOrganization = ({ path, method }: Operation): boolean =>
  /^\/v1\/(webhook_endpoints|quotas|administration_events|audit_entries|audit_checkpoints|(comparisons|objections|pictures)\/settings|erasures|retention|holds|exports)/.test(
    path,
  ) ||
  /\/(hold|export|open_original)$/.test(path) ||
  // Everybody sees what people are asked for.
  (path.startsWith('/v1/capture_profiles') && method !== 'GET')

/** Something of the victim in the answer or its headers, except the id the attacker has sent. */
export function findCanary({ canaries }: MatrixParts, answer: Answer, sent = ''): string | undefined {
  const face = faceOf(answer, sent)
  return canaries.find((canary) => face.includes(canary))
}

/** The plainly foreign ids, and so many of the others in turn. */
function kindsOf(parts: MatrixParts, cell: Cell): Kind[] {
  const kinds = listKinds(parts, cell)
  const foreign = kinds.splice(0, parts.victims.length)
  return [...foreign, ...inTurn(kinds, cell.turn).slice(0, parts.extent.kinds)]
}

function listKinds({ world, victims, extent }: MatrixParts, cell: Cell): Kind[] {
  const { alder, birch } = world
  const { actor, slot, manner } = cell
  const home = birch[actor.home]
  const isPlace = slot.in === 'path' && PLACES.has(slot.resource)
  const of = (name: string, ids: Ids): Kind => ({
    name,
    value: ids[slot.resource],
    // A place in the path brings its own things along; any other thing stands in the actor's own place.
    ids: isPlace ? ids : home.ids,
  })
  const kinds = victims.map((whose) => of(`foreign ${whose}`, alder[whose].ids))
  const shouted = of('foreign in capitals', alder.admin.ids)
  kinds.push({ ...shouted, value: shouted.value.toUpperCase(), capitals: true })
  // Profiles belong to the organization: every member sees them.
  if (actor.home !== 'admin' && slot.resource !== 'capture_profile')
    kinds.push(of('other owner', birch.member2.ids))
  if (actor.isHolder) kinds.push(of('own organization', birch.other.ids))
  const mayReach = reachesDeleted(cell)
  if (slot.resource === 'inspection') return [...kinds, { ...of('deleted', birch.deleted.ids), mayReach }]
  kinds.push(of('foreign deleted', alder.admin.gone))
  // A restore would bring back one's own, and the cases after it need it deleted.
  if (!cell.operation.id.startsWith('restore')) kinds.push({ ...of('deleted', home.gone), mayReach })
  if (!OUTSIDE_INSPECTIONS.has(slot.resource))
    kinds.push(of('other inspection', birch.other.ids), of('deleted inspection', birch.deleted.ids))
  if (manner !== 'plain') return kinds
  // A price is a severity result too, by the same id; that of any other thing names nothing here.
  const mistaken = new Set(Object.values(home.ids).filter((id) => id !== home.ids[slot.resource]))
  // An inspection is an inspection, on either side.
  if (slot.resource === 'earlier_inspection') mistaken.delete(home.ids.inspection)
  return [
    ...kinds,
    ...inTurn([...mistaken], cell.turn)
      .slice(0, extent.mistaken)
      .map((value): Kind => ({ name: 'own of another kind', value, ids: home.ids })),
  ]
}

/** What is deleted may be erased, and may have to stay. */
const REACHES_DELETED = new Set(['createErasure', 'holdInspection'])

/** A repeated delete, an erasure, a place in a list, and a reader who asks for deleted things. */
function reachesDeleted({ operation, slot, manner }: Cell): boolean {
  const again =
    operation.method === 'DELETE' || REACHES_DELETED.has(operation.id) || ANSWERS_EACH.has(operation.id)
  return again || slot.in === 'query' || manner === 'wide'
}
