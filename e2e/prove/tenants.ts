import { type Campaign, Violations } from './campaign.ts'
import { field } from './client.ts'
import { Harness } from './harness.ts'
import { readOperations } from './operations.ts'
import { createBasePictures, vary } from './pictures.ts'
import { createRandom } from './random.ts'
import { type MatrixParts, runLists, runMatrix, runPicturePaths, runPositive } from './tenant-matrix.ts'
import { probeVictim } from './tenant-rls.ts'
import { canariesOf, createWorld, type Known, stateOf } from './tenant-world.ts'

const VICTIM = 'org_alder'
const ATTACKER = 'org_birch'
const KINDS = [
  'process_ended',
  'undeclared_ids',
  'never_existed_status',
  'foreign_not_like_never',
  'malformed_status',
  'canary_seen',
  'own_refused',
  'list_failed',
  'picture_path',
  'victim_changed',
  'rls_leaks',
  'rls_victim_changed',
  'control_blind',
]

/** No organization reads, changes or even detects another's things: with all checks, and with row-level security alone. */
export const tenants: Campaign = async ({ size, seed, say, atEnd }) => {
  const random = createRandom(seed)
  const violations = new Violations()
  const operations = readOperations()
  for (const { id, undeclared } of operations)
    for (const name of undeclared) violations.add('undeclared_ids', `${id}: ${name} has no x-resource`)
  const harness = await Harness.open({ apis: 1, workers: 0 })
  atEnd(() => harness.close())
  const slots = operations.reduce((sum, operation) => sum + operation.slots.length, 0)
  say(`${operations.length} operations with ${slots} id slots in openapi.json`)

  const pictures = await createBasePictures(random)
  const world = await createWorld(harness, random)
  const { http, tokens } = harness
  const [url = ''] = harness.urls
  const canaries = await canariesOf(harness, VICTIM)
  const picture = vary(random.pick(pictures), random).bytes
  const parts: MatrixParts = { http, tokens, url, world, operations, picture, canaries, violations }
  const createOwn = async (account: string): Promise<Known> => {
    const client = harness.createClient('own', account)
    const inspection = (await client.createInspection()) ?? ''
    const answer = await client.createImage(inspection, vary(random.pick(pictures), random), [])
    return { inspection, images: [answer ? field(answer, 'id') : ''], pictureUrl: '' }
  }

  const before = await stateOf(harness, VICTIM)
  let cases = 0
  for (let repeat = 0; repeat < (size === 'full' ? 3 : 1); repeat++) {
    cases += await runMatrix(parts)
    cases += await runLists(parts)
    cases += await runPicturePaths(parts)
    say(`matrix: ${cases} cases, ${violations.total} violation(s)`)
  }
  const positive = await runPositive(parts, createOwn)
  say(`own ids: ${positive} requests that must succeed, ${violations.count('own_refused')} refused`)
  if ((await stateOf(harness, VICTIM)) !== before)
    violations.add('victim_changed', 'rows, jobs or objects differ')

  const rls = await harness.startApi('server/test/api-rls-only.ts', [VICTIM, ATTACKER])
  const guarded = await probeVictim(parts, rls.url)
  for (const { label, answer } of guarded.filter((probe) => probe.leaks))
    violations.add('rls_leaks', `${label}: ${answer.status} ${answer.text.slice(0, 160)}`)
  if ((await stateOf(harness, VICTIM)) !== before)
    violations.add('rls_victim_changed', 'rows, jobs or objects differ')
  say(`row-level security alone: ${guarded.length} requests, ${violations.count('rls_leaks')} leak(s)`)

  // Seen red: with the database open for the victim too, the very same requests must get through.
  const control = await harness.startApi('server/test/api-rls-only.ts', [VICTIM, VICTIM])
  const open = await probeVictim(parts, control.url)
  for (const { label, answer } of open.filter((probe) => !probe.leaks))
    violations.add('control_blind', `${label}: ${answer.status} ${answer.text.slice(0, 160)}`)
  if ((await stateOf(harness, VICTIM)) === before)
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
    rls: guarded.length,
    control_leaks: seen,
  }
  return { ok: violations.total === 0, counts: { ...counts, ...violations.counts(KINDS) } }
}
