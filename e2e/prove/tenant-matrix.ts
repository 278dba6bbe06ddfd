import type { Violations } from './campaign.ts'
import type { Answer, Http } from './http.ts'
import type { Operation, Slot } from './operations.ts'
import { buildAsk, faceOf, type Ids, neverId, send } from './tenant-requests.ts'
import type { Known, World } from './tenant-world.ts'
import type { Tokens } from './tokens.ts'

export type MatrixParts = {
  http: Http
  tokens: Tokens
  url: string
  world: World
  operations: Operation[]
  picture: Buffer
  canaries: string[]
  violations: Violations
}

type Home = 'admin' | 'member'
type Actor = { account: string | null; home: Home; statuses: number[] }

/** Who attacks, whose ids they use for the rest of the request, and how they may be refused. */
const ACTORS: Actor[] = [
  { account: 'birch-admin', home: 'admin', statuses: [404] },
  { account: 'birch-manager', home: 'admin', statuses: [404] },
  { account: 'birch-member', home: 'member', statuses: [404] },
  { account: 'birch-reader', home: 'admin', statuses: [404, 403] },
  { account: 'birch-none', home: 'admin', statuses: [403] },
  { account: null, home: 'admin', statuses: [401] },
]

const MALFORMED = [
  'not-an-id',
  '0',
  '00000000-0000-7000-8000-00000000000g',
  "' or 1=1 --",
  '..',
  'x'.repeat(120),
]

/** Deleted things of one's own organization that stay reachable on purpose: a repeated delete, a place in a list. */
const REACHES_DELETED = new Set(['deleteInspection', 'listInspections'])

type Kind = { name: string; value: string; ids: Ids }

/** Every operation × id slot × kind of id × actor. Returns the number of requests compared. */
export async function runMatrix(parts: MatrixParts): Promise<number> {
  let cases = 0
  for (const actor of ACTORS) {
    for (const operation of parts.operations.filter((operation) => operation.needsToken)) {
      for (const slot of operation.slots) {
        for (const wide of operation.widest.length > 0 ? [false, true] : [false])
          cases += await runSlot(parts, actor, operation, slot, wide)
      }
    }
  }
  return cases
}

async function runSlot(parts: MatrixParts, actor: Actor, operation: Operation, slot: Slot, wide: boolean) {
  const { http, url, picture, violations } = parts
  const token = actor.account ? await parts.tokens.of(actor.account) : null
  const ask = async (kind: Kind): Promise<Answer> => {
    const fill = { ids: kind.ids, slot, value: kind.value, wide }
    return send(http, buildAsk(operation, fill, url, picture), token)
  }
  const home = idsOf(parts.world.birch[actor.home])
  const never: Kind = { name: 'never', value: neverId(), ids: home }
  const reference = await ask(never)
  const label = `${operation.id} ${slot.in}.${slot.name}${wide ? ' showing the most' : ''} by ${actor.account}`
  if (!actor.statuses.includes(reference.status))
    violations.add('never_existed_status', `${label}: ${reference.status}, not ${actor.statuses}`)
  const kinds = kindsOf(parts.world, actor, operation, slot, home, wide)
  for (const kind of kinds) {
    const answer = await ask(kind)
    if (faceOf(answer) !== faceOf(reference))
      violations.add(
        'foreign_not_like_never',
        `${label}, ${kind.name}: ${answer.status} ${answer.text.slice(0, 160)}`,
      )
    const canary = parts.canaries.find((text) => answer.text.includes(text))
    if (canary) violations.add('canary_seen', `${label}, ${kind.name}: ${canary}`)
  }
  for (const value of MALFORMED) {
    const { status } = await ask({ name: 'malformed', value, ids: home })
    if (![...actor.statuses, 400, 404].includes(status))
      violations.add('malformed_status', `${label}, ${value}: ${status}`)
  }
  return kinds.length + MALFORMED.length + 1
}

function kindsOf(
  world: World,
  actor: Actor,
  operation: Operation,
  slot: Slot,
  home: Ids,
  wide: boolean,
): Kind[] {
  const of = (name: string, known: Known): Kind => {
    const ids = idsOf(known)
    // An inspection in the path brings its own image along; an image alone stands in the actor's inspection.
    return { name, value: ids[slot.resource], ids: slot.resource === 'inspection' ? ids : home }
  }
  const kinds = Object.entries(world.alder).map(([whose, known]) => of(`foreign ${whose}`, known))
  const { birch } = world
  const reaches = actor.home === 'admin' && (wide || REACHES_DELETED.has(operation.id))
  if (!(reaches && slot.resource === 'inspection')) kinds.push(of('deleted', birch.deleted))
  if (actor.home === 'member') kinds.push(of('other owner', birch.member2))
  if (slot.resource === 'image') kinds.push(of('other inspection', birch.other))
  return kinds
}

export function idsOf(known: Known): Ids {
  return {
    inspection: known.inspection,
    image: known.images[1] ?? known.images[0] ?? '',
    task: known.inspection,
  }
}

/** The same requests with the actor's own ids must succeed, or the refusals above prove nothing. */
export async function runPositive(
  parts: MatrixParts,
  createOwn: (account: string) => Promise<Known>,
): Promise<number> {
  let cases = 0
  for (const account of ['birch-admin', 'birch-member']) {
    const token = await parts.tokens.of(account)
    for (const operation of parts.operations.filter((operation) => operation.needsToken)) {
      for (const slot of [undefined, ...operation.slots]) {
        const ids = idsOf(await createOwn(account))
        const fill = slot ? { ids, slot, value: ids[slot.resource] } : { ids }
        const answer = await send(parts.http, buildAsk(operation, fill, parts.url, parts.picture), token)
        cases += 1
        if (answer.status < 200 || answer.status > 299)
          parts.violations.add(
            'own_refused',
            `${operation.id} ${slot?.name ?? ''} by ${account}: ${answer.status} ${answer.text.slice(0, 160)}`,
          )
      }
    }
  }
  return cases
}

const FILTERS = ['own_resources', 'organization_resources', 'all_resources']

/** Lists of the attacker in every form: none of the victim's rows is in any of them. */
export async function runLists(parts: MatrixParts): Promise<number> {
  const token = await parts.tokens.of('birch-admin')
  let cases = 0
  for (const filter of FILTERS) {
    for (const order of ['asc', 'desc']) {
      for (const verbose of ['0', '1']) {
        const query = `ownership_filter=${filter}&pagination_order=${order}&verbose=${verbose}&limit=500`
        const answer = await send(
          parts.http,
          { method: 'GET', url: `${parts.url}/v1/inspections?${query}` },
          token,
        )
        cases += 1
        if (answer.status !== 200) parts.violations.add('list_failed', `${query}: ${answer.status}`)
        if (parts.canaries.some((canary) => answer.text.includes(canary)))
          parts.violations.add('canary_seen', query)
      }
    }
  }
  return cases
}

/** The attacker's own signed picture path with the victim's ids put in: as dead as one with ids that never were. */
export async function runPicturePaths(parts: MatrixParts): Promise<number> {
  const { admin } = parts.world.birch
  const segments = new URL(admin.pictureUrl).pathname.split('/')
  const asked = async (org: string, image: string) => {
    const path = segments.with(6, org).with(7, image).join('/')
    return send(parts.http, { method: 'GET', url: `${parts.url}${path}` }, null)
  }
  const never = await asked('org_never', neverId())
  if (never.status !== 404) parts.violations.add('picture_path', `never existed: ${never.status}`)
  const victims = Object.values(parts.world.alder).flatMap((known) => known.images)
  for (const image of victims) {
    for (const org of ['org_alder', 'org_birch'])
      if (faceOf(await asked(org, image)) !== faceOf(never))
        parts.violations.add('picture_path', `${org} ${image}`)
  }
  return victims.length * 2 + 1
}
