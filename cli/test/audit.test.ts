import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSigner } from '../../server/src/reports/signing/open-signer.ts'
import { makeCheckpoints, openOwner, readAudit } from '../../server/test/audit.ts'
import { type Service, startOwnService } from '../../server/test/own-service.ts'
import { seededRandom } from '../../testing/random.ts'
import { makeSignatory, signingFiles } from '../../testing/signing-keys.ts'
import { tokenOf } from '../../testing/tokens.ts'
import { verifyAudit } from '../src/audit/verify-audit.ts'
import { EXIT } from '../src/exit-codes.ts'
import { environment, runCli } from './run-cli.ts'

const ENTRIES = 120
const ATTACKS = 1_000
const ORG = 'org_alder'

let service: Service
let owner: Awaited<ReturnType<typeof openOwner>>
let kept: string[]
const dir = mkdtempSync(join(tmpdir(), 'walkaround-audit-'))
beforeAll(async () => {
  service = await startOwnService({ why: 'no other file runs in its process' })
  const signer = await openSigner(signingFiles(makeSignatory(dir, 'auditor', {})), new Date())
  for (let n = 0; n < 4; n++) {
    await Promise.all(
      Array.from({ length: ENTRIES / 4 }, () =>
        service.call('POST', '/inspections', { json: { tasks: {} } }),
      ),
    )
    await makeCheckpoints(service, 1, signer)
  }
  owner = await openOwner(service)
  kept = (await readAll()).checkpoints.map(({ jws }) => jws ?? '')
}, 60_000)
afterAll(async () => {
  await owner?.end()
  await service?.stop()
})

const readAll = () => readAudit(owner)

const COLUMNS = 'created_at, subject, operation, inspection_id, object_id, status, reason, request_id, hash'
const of = (place: number) => `org_id = '${ORG}' and sequence = ${place}`
const edit = (set: string) => (place: number) => `update audit_entries set ${set} where ${of(place)}`

/** What somebody with all rights in the database could do, at one place or two. */
const ATTACK_KINDS: Record<string, (place: number, other: number) => string> = {
  'time, by a microsecond': edit("created_at = created_at + interval '1 microsecond'"),
  'time, by an hour': edit("created_at = created_at - interval '1 hour'"),
  subject: edit("subject = 'somebody-else'"),
  operation: edit("operation = 'getInspection'"),
  inspection: edit('inspection_id = gen_random_uuid()'),
  'inspection, forgotten': edit('inspection_id = null'),
  object: edit('object_id = gen_random_uuid()'),
  status: edit('status = status + 1'),
  reason: edit("reason = 'because'"),
  request: edit("request_id = 'none'"),
  hash: edit('hash = md5(hash) || md5(hash)'),
  deletion: (place) => `delete from audit_entries where ${of(place)}`,
  'deletion of the end': (place) =>
    `delete from audit_entries where org_id = '${ORG}' and sequence >= ${place}`,
  'deletion of the beginning': (place) =>
    `delete from audit_entries where org_id = '${ORG}' and sequence <= ${place}`,
  swap: (place, other) =>
    `update audit_entries a set (${COLUMNS}) = (select ${COLUMNS} from audit_entries b
      where b.org_id = a.org_id and b.sequence = ${place} + ${other} - a.sequence)
      where org_id = '${ORG}' and sequence in (${place}, ${other})`,
  insertion: (place) =>
    `update audit_entries set sequence = -sequence where org_id = '${ORG}' and sequence > ${place};
     update audit_entries set sequence = 1 - sequence where org_id = '${ORG}' and sequence < 0;
     insert into audit_entries (org_id, sequence, ${COLUMNS})
       select org_id, ${place} + 1, ${COLUMNS} from audit_entries where ${of(place)}`,
  'edit with every hash made again': (place) =>
    `do $$ declare e record; h text := (select coalesce((select hash from audit_entries where ${of(place - 1)}), repeat('0', 64)));
     begin
       update audit_entries set status = 999 where ${of(place)};
       for e in select * from audit_entries where org_id = '${ORG}' and sequence >= ${place} order by sequence loop
         h := encode(sha256(convert_to(concat_ws(E'\\n', h, e.sequence, replace(json_build_array(
           (extract(epoch from e.created_at) * 1000)::bigint, e.subject, e.operation, e.inspection_id, e.object_id, e.status,
           e.reason, e.request_id)::text, ', ', ',')), 'UTF8')), 'hex');
         update audit_entries set hash = h where org_id = '${ORG}' and sequence = e.sequence;
       end loop;
     end $$`,
  'checkpoint, moved': () =>
    `update audit_checkpoints set hash = (select hash from audit_entries where ${of(1)}) where org_id = '${ORG}'`,
  'checkpoint, with another signature': () =>
    `update audit_checkpoints set jws = left(jws, -4) || 'AAAA' where org_id = '${ORG}'`,
  'checkpoint, removed': () => `delete from audit_checkpoints where org_id = '${ORG}'`,
}

it(`finds each of ${ATTACKS} changes by the owner of the tables`, async () => {
  const random = seededRandom('attacks on an audit')
  const whole = await readAll()
  expect((await verifyAudit(whole.entries, whole.checkpoints, kept)).faults).toEqual([])
  const last = whole.entries.length
  const kinds = Object.entries(ATTACK_KINDS)
  const missed: string[] = []
  for (let n = 0; n < ATTACKS; n++) {
    const [name, attack] = kinds[n % kinds.length] ?? []
    // Each kind first at both ends, where a chain is weakest.
    const place = [1, last][Math.floor(n / kinds.length)] ?? 1 + random.below(last)
    const other = 1 + ((place + random.below(last - 1)) % last)
    await owner.query('begin')
    await owner.query(attack?.(place, other) ?? '')
    const { entries, checkpoints } = await readAll()
    const { faults } = await verifyAudit(entries, checkpoints, kept)
    await owner.query('rollback')
    if (faults.length === 0) missed.push(`${name} at ${place} and ${other}`)
  }
  expect(missed).toEqual([])
}, 120_000)

it('without a checkpoint cannot see that somebody made every hash again', async () => {
  await owner.query('begin')
  await owner.query(ATTACK_KINDS['edit with every hash made again']?.(6, 0) ?? '')
  const { entries, checkpoints } = await readAll()
  await owner.query('rollback')
  expect((await verifyAudit(entries, [])).faults).toEqual([])
  expect((await verifyAudit(entries, checkpoints)).faults).toHaveLength(4)
})

it('says what was done', async () => {
  const { entries, checkpoints } = await readAll()
  const without = entries.filter((_, n) => n !== 5 && n !== 6)
  expect((await verifyAudit(without, checkpoints)).faults).toEqual(['Entries 6 to 7 are missing.'])
  const changed = entries.map((entry, n) => (n === 5 ? { ...entry, subject: 'somebody' } : entry))
  expect((await verifyAudit(changed, checkpoints)).faults).toEqual(['Entry 6 was changed, or one before it.'])
  const { faults } = await verifyAudit(entries.slice(0, -2), [], kept)
  expect(faults.at(-1)).toBe(
    `Entries ${entries.length - 1} to ${entries.length} are missing. A checkpoint kept elsewhere reaches to entry ${entries.length}.`,
  )
})

it('audit verify, list and export, as people type them', async () => {
  const env = environment({ WALKAROUND_URL: service.url, WALKAROUND_TOKEN: await tokenOf('alder-manager') })
  const verified = await runCli(['audit', 'verify'], env)
  expect(verified).toMatchObject({ code: 0, err: '' })
  expect(verified.out).toMatch(
    /^Signed by CN=auditor, SHA-256 [0-9A-F:]{95}\n\d+ entries and 4 checkpoints agree: nothing was changed, removed or put elsewhere\.\n$/,
  )
  const listed = await runCli(['audit', 'list', '--operation', 'createInspection', '--limit', '1'], env)
  expect(listed.out).toMatch(
    /^entry +time +subject +operation +status +inspection\n\d+ .* alder-manager +createInspection +201 /,
  )
  const file = join(dir, 'entries.jsonl')
  const exported = await runCli(['audit', 'export'], env)
  writeFileSync(file, exported.out.replace('"status":201', '"status":200'))
  const keptFile = join(dir, 'kept')
  writeFileSync(keptFile, (await runCli(['audit', 'export', '--checkpoints'], env)).out)
  const tampered = await runCli(['audit', 'verify', '--file', file, '--kept', keptFile], env)
  expect(tampered.code).toBe(EXIT.failed.code)
  expect(tampered.out).toContain('Entry 1 was changed, or one before it.\n')
}, 60_000)
