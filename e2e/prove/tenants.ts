import { campaign, Violations } from './campaign.ts'
import { Harness } from './harness.ts'
import { type Operation, readDocument, readOperations } from './operations.ts'
import { createRandom } from './random.ts'
import { runHidden } from './tenant-hidden.ts'
import { runKeys } from './tenant-keys.ts'
import { runCounts, runExports, runLists } from './tenant-lists.ts'
import { runMass } from './tenant-mass.ts'
import { type MatrixParts, runMatrix, runPositive } from './tenant-matrix.ts'
import { ASKED_BY_VEHICLE, NEEDS, NEEDS_INTERNET } from './tenant-requests.ts'
import { probeVictim } from './tenant-rls.ts'
import { canariesOf, differencesOf, stateOf } from './tenant-state.ts'
import { runTiming } from './tenant-timing.ts'
import { runUrls } from './tenant-urls.ts'
import { createWorld, Maker } from './tenant-world.ts'

const VICTIM = 'org_alder'
const ATTACKER = 'org_birch'
const HOURS_LATER = '2'
const KINDS = [
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
  'timing_oracle',
  'victim_changed',
  'rls_leaks',
  'rls_victim_changed',
  'control_blind',
]

/** How much of it all: manners, victims and malformed ids of each case, and how many fields one body carries. */
const SIZES = {
  small: { manners: ['plain', 'wide'], victims: ['admin', 'deleted'], malformed: 2, fieldsAtOnce: 1_000 },
  full: {
    manners: ['plain', 'wide', 'conditional'],
    victims: ['admin', 'other', 'member', 'member2', 'device', 'deleted'],
    malformed: 6,
    fieldsAtOnce: 8,
  },
} as const

/** No organization reads, changes or even detects another's things: with all checks, and with row-level security alone. */
export const tenants = campaign({ facts: KINDS, timed: [] }, async ({ size, seed, say, atEnd }) => {
  const { manners, victims, malformed, fieldsAtOnce } = SIZES[size]
  const violations = new Violations(size)
  const document = readDocument()
  const operations = readOperations(document)
  // Every case makes endpoints of its own.
  // The token of a link's holder lasts as long as the campaign, and each case may make profiles and links.
  const settings = {
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

  const maker = await Maker.open(harness, createRandom(seed))
  const world = await createWorld(maker)
  const { http, tokens } = harness
  const [url = ''] = harness.urls
  const canaries = await canariesOf(harness, VICTIM)
  const given = { http, tokens, url, laterUrl: later.url, world, operations, canaries, violations, victims }
  const parts: MatrixParts = { ...given, picture: maker.picture() }
  const createOwn = (account: string, { id, slots }: Operation) =>
    maker.create(account, new Set([...slots.map((slot) => slot.resource), ...(NEEDS[id] ?? [])]))
  const isPossible = ({ needsToken, label }: Operation) =>
    needsToken && !NEEDS_INTERNET.has(label) && !ASKED_BY_VEHICLE.has(label)

  const hidden = await runHidden(harness, maker, violations)
  say(
    `pictures with a bystander, without the permission: ${hidden} tries, ${violations.count('unhidden')} unhidden`,
  )

  const before = await stateOf(harness, VICTIM)
  let cases = await runMatrix(parts, manners, malformed)
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
    { ...parts, harness, document, account: 'birch-admin', createOwn, isPossible },
    fieldsAtOnce,
  )
  say(`fields of the service: ${JSON.stringify(mass)}, ${violations.count('field_assigned')} assigned`)
  const timing = await runTiming(parts)
  say(`time of foreign against never existed: ${JSON.stringify(timing)}`)
  const after = await stateOf(harness, VICTIM)
  if (after !== before) violations.add('victim_changed', differencesOf(before, after))

  const rls = await harness.startApi('server/test/api-rls-only.ts', [VICTIM, ATTACKER])
  const guarded = await probeVictim(parts, rls.url)
  for (const { label, answer } of guarded.filter((probe) => probe.leaks))
    violations.add('rls_leaks', `${label}: ${answer.status} ${answer.text.slice(0, 160)}`)
  const guardedState = await stateOf(harness, VICTIM)
  if (guardedState !== after) violations.add('rls_victim_changed', differencesOf(after, guardedState))
  say(`row-level security alone: ${guarded.length} requests, ${violations.count('rls_leaks')} leak(s)`)

  // Seen red: with the database open for the victim too, the very same requests must get through.
  const control = await harness.startApi('server/test/api-rls-only.ts', [VICTIM, VICTIM])
  const open = await probeVictim(parts, control.url)
  for (const { label, answer } of open.filter((probe) => !probe.leaks))
    violations.add('control_blind', `${label}: ${answer.status} ${answer.text.slice(0, 160)}`)
  if ((await stateOf(harness, VICTIM)) === guardedState)
    violations.add('control_blind', 'the change of the victim is not seen')
  const seen = open.filter((probe) => probe.leaks).length
  say(`control without row-level security: ${seen} of ${open.length} requests leak, as they must`)

  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  violations.report(say)
  const counts = {
    operations: operations.length,
    slots,
    cases,
    positive,
    hidden,
    ...mass,
    ...timing,
    rls: guarded.length,
    control_leaks: seen,
  }
  return { ok: violations.total === 0, counts: { ...counts, ...violations.counts(KINDS) } }
})
