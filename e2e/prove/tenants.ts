import { Harness } from '../../testing/harness.ts'
import { freePorts } from '../../testing/ports.ts'
import { createRandom } from '../../testing/random.ts'
import { readStack, setting } from '../../testing/stack.ts'
import { campaign } from './campaign.ts'
import { type Operation, readDocument, readOperations } from './operations.ts'
import { startStatementLine } from './statement-line.ts'
import { runHidden } from './tenant-hidden.ts'
import { runKeys } from './tenant-keys.ts'
import { runCounts, runExports, runLists } from './tenant-lists.ts'
import { runMass } from './tenant-mass.ts'
import { type MatrixParts, runMatrix } from './tenant-matrix.ts'
import { runPositive } from './tenant-own.ts'
import { ASKED_BY_VEHICLE, NEEDS, NEEDS_INTERNET } from './tenant-requests.ts'
import { probeVictim } from './tenant-rls.ts'
import { canariesOf, differencesOf, stateOf } from './tenant-state.ts'
import { runTiming } from './tenant-timing.ts'
import { runUrls } from './tenant-urls.ts'
import { runWork } from './tenant-work.ts'
import { createWorld, Maker } from './tenant-world.ts'

const VICTIM = 'org_alder'
const ATTACKER = 'org_birch'
const HOURS_LATER = '2'
const FACTS = [
  'process_ended',
  'never_existed_status',
  'foreign_not_like_never',
  'malformed_status',
  'canary_seen',
  'own_refused',
  'list_failed',
  'count_wrong',
  'signed_url',
  'unhidden',
  'key_shared',
  'field_assigned',
  'work_differs',
  'victim_changed',
  'rls_leaks',
  'rls_victim_changed',
  'control_blind',
]
const TIMED = ['timing_oracle']

const ALL = {
  otherActors: Number.POSITIVE_INFINITY,
  kinds: Number.POSITIVE_INFINITY,
  mistaken: Number.POSITIVE_INFINITY,
  share: 1,
  workShare: 1,
  owners: ['birch-admin', 'birch-member'],
  sides: Number.POSITIVE_INFINITY,
  massOneOf: 1,
}
/** How much of it all: manners, victims and malformed ids of each case, and how many fields one body carries. */
const SIZES = {
  smoke: {
    manners: ['plain'],
    victims: ['admin'],
    malformed: 1,
    otherActors: 0.3,
    kinds: 2,
    mistaken: 1,
    share: 0.12,
    workShare: 0.3,
    owners: ['birch-admin'],
    sides: 1,
    fieldsAtOnce: 1_000,
    massOneOf: 10,
  },
  small: {
    ...ALL,
    manners: ['plain', 'wide'],
    victims: ['admin'],
    malformed: 1,
    otherActors: 1,
    kinds: 3,
    mistaken: 1,
    share: 0.4,
    workShare: 0.6,
    sides: 2,
    fieldsAtOnce: 1_000,
    massOneOf: 4,
  },
  full: {
    ...ALL,
    manners: ['plain', 'wide', 'conditional'],
    victims: ['admin', 'other', 'member', 'member2', 'device', 'deleted'],
    malformed: 6,
    fieldsAtOnce: 8,
  },
} as const

/** No organization reads, changes or even detects another's things: with all checks, and with row-level security alone. */
export const tenants = campaign(
  { facts: FACTS, timed: TIMED },
  async ({ size, seed, violations, say, atEnd }) => {
    const { victims, fieldsAtOnce, massOneOf, sides, ...plan } = SIZES[size]
    const random = createRandom(seed)
    const document = readDocument()
    const operations = readOperations(document)
    // Every case makes endpoints of its own.
    // The token of a link's holder lasts as long as the campaign, and each case may make profiles and links.
    const line = await startStatementLine(setting(readStack(), 'DATABASE_URL'), 'walkaround api')
    atEnd(() => line.close())
    const settings = {
      DATABASE_URL: line.url,
      WEBHOOK_ENDPOINTS_MAX: '100000',
      CAPTURE_PROFILES_MAX: '100000',
      CAPTURE_LINKS_MAX: '1000000',
      CAPTURE_TOKEN_S: '86400',
    }
    const harness = await Harness.open({ apis: 1, workers: 0, settings })
    atEnd(() => harness.close())
    const later = await harness.startApi('server/test/api-later.ts', [HOURS_LATER])
    const slots = operations.reduce((sum, operation) => sum + operation.slots.length, 0)
    say(`${operations.length} operations with ${slots} id slots in openapi.json`)

    const maker = await Maker.open(harness, random)
    const world = await createWorld(maker, victims)
    const { http, tokens } = harness
    const [url = ''] = harness.urls
    const canaries = await canariesOf(harness, VICTIM)
    const extent = { ...plan, random }
    const given = {
      http,
      tokens,
      url,
      laterUrl: later.url,
      world,
      operations,
      canaries,
      violations,
      victims,
      extent,
    }
    const parts: MatrixParts = { ...given, picture: maker.picture() }
    const createOwn = (account: string, { id, slots }: Operation) =>
      maker.create(account, new Set([...slots.map((slot) => slot.resource), ...(NEEDS[id] ?? [])]))
    const isPossible = ({ needsToken, label }: Operation) =>
      needsToken && !NEEDS_INTERNET.has(label) && !ASKED_BY_VEHICLE.has(label)

    const hidden = await runHidden({ harness, maker, violations, random, sides })
    say(
      `pictures with a bystander, without the permission: ${hidden} tries, ${violations.count('unhidden')} unhidden`,
    )

    const before = await stateOf(harness, VICTIM)
    let cases = await runMatrix(parts)
    say(`matrix: ${cases} cases, ${violations.total} violation(s)`)
    cases += await runLists(parts)
    cases += await runExports(parts)
    cases += await runCounts(parts, harness, ATTACKER)
    cases += await runUrls(parts)
    cases += await runKeys(parts)
    say(`with lists, counts, signed URLs and keys: ${cases} cases, ${violations.total} violation(s)`)
    const positive = await runPositive(parts, createOwn, isPossible)
    say(`own ids: ${positive} requests that must succeed, ${violations.count('own_refused')} refused`)
    const mass = await runMass(
      { ...parts, harness, document, account: 'birch-admin', createOwn, isPossible, oneOf: massOneOf },
      fieldsAtOnce,
    )
    say(`fields of the service: ${JSON.stringify(mass)}, ${violations.count('field_assigned')} assigned`)
    const work = await runWork(parts, line, isPossible)
    say(
      `work of foreign against never existed: ${JSON.stringify(work)}, ${violations.count('work_differs')} differ`,
    )
    const timing = size === 'full' ? await runTiming(parts) : {}
    if (size === 'full') say(`time of foreign against never existed: ${JSON.stringify(timing)}`)
    const after = await stateOf(harness, VICTIM)
    if (after !== before) violations.add('victim_changed', differencesOf(before, after))

    const [openPort = 0] = await freePorts(1)
    const doors = [VICTIM, ATTACKER, VICTIM, `${openPort}`]
    const rls = await harness.startApi('server/test/api-rls-only.ts', doors)
    const guarded = await probeVictim(parts, rls.url)
    for (const { label, answer } of guarded.filter((probe) => probe.leaks))
      violations.add('rls_leaks', `${label}: ${answer.status} ${answer.text.slice(0, 160)}`)
    const guardedState = await stateOf(harness, VICTIM)
    if (guardedState !== after) violations.add('rls_victim_changed', differencesOf(after, guardedState))
    say(`row-level security alone: ${guarded.length} requests, ${violations.count('rls_leaks')} leak(s)`)

    // Seen red: with the database open for the victim too, the very same requests must get through.
    const open = await probeVictim(parts, `https://127.0.0.1:${openPort}`)
    for (const { label, answer } of open.filter((probe) => !probe.leaks))
      violations.add('control_blind', `${label}: ${answer.status} ${answer.text.slice(0, 160)}`)
    if ((await stateOf(harness, VICTIM)) === guardedState)
      violations.add('control_blind', 'the change of the victim is not seen')
    const seen = open.filter((probe) => probe.leaks).length
    say(`control without row-level security: ${seen} of ${open.length} requests leak, as they must`)

    for (const death of harness.listDeaths()) violations.add('process_ended', death)
    const counts = {
      operations: operations.length,
      slots,
      cases,
      positive,
      hidden,
      ...mass,
      ...work,
      ...timing,
      rls: guarded.length,
      control_leaks: seen,
    }
    return { counts }
  },
)
