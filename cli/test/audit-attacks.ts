import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSigner } from '../../server/src/outputs/reports/signing/open-signer.ts'
import { makeCheckpoints, openOwner, readAudit } from '../../server/test/audit.ts'
import { startOwnService } from '../../server/test/own-service.ts'
import { seededRandom } from '../../testing/random.ts'
import { makeSignatory, signingFiles } from '../../testing/signing-keys.ts'
import { verifyAudit } from '../src/audit/verify-audit.ts'

const ENTRIES = 120
const CHECKPOINTS = 4
const ORG = 'org_alder'

/** A service with an audit of so many entries, its checkpoints, which somebody kept elsewhere, and a connection with all rights. */
export async function openAudited() {
  const dir = mkdtempSync(join(tmpdir(), 'walkaround-audit-'))
  const service = await startOwnService({ why: 'no other file runs in its process' })
  const signer = await openSigner(signingFiles(makeSignatory(dir, 'auditor', {})), new Date())
  for (let n = 0; n < CHECKPOINTS; n++) {
    await Promise.all(
      Array.from({ length: ENTRIES / CHECKPOINTS }, () =>
        service.call('POST', '/inspections', { json: { tasks: {} } }),
      ),
    )
    await makeCheckpoints(service, 1, signer)
  }
  const owner = await openOwner(service)
  const kept = (await readAudit(owner)).checkpoints.map(({ jws }) => jws ?? '')
  const close = async () => {
    await owner.end()
    await service.stop()
    rmSync(dir, { recursive: true })
  }
  return { dir, service, owner, kept, close }
}

export type Audited = Awaited<ReturnType<typeof openAudited>>

const COLUMNS = 'created_at, subject, operation, inspection_id, object_id, status, reason, request_id, hash'
const of = (place: number) => `org_id = '${ORG}' and sequence = ${place}`
const edit = (set: string) => (place: number) => `update audit_entries set ${set} where ${of(place)}`

/** What somebody with all rights in the database could do, at one place or two. */
export const ATTACK_KINDS: Record<string, (place: number, other: number) => string> = {
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

/** How many changes it takes for each kind to be made at both ends, where a chain is weakest, and once elsewhere. */
export const ATTACKS_AT_LEAST = 3 * Object.keys(ATTACK_KINDS).length

/** The changes by the owner of the tables that nothing shows; each is undone again. */
export async function findMissed({ owner, kept }: Audited, attacks: number): Promise<string[]> {
  const random = seededRandom('attacks on an audit')
  const last = (await readAudit(owner)).entries.length
  const kinds = Object.entries(ATTACK_KINDS)
  const missed: string[] = []
  for (let n = 0; n < attacks; n++) {
    const [name, attack] = kinds[n % kinds.length] ?? []
    const place = [1, last][Math.floor(n / kinds.length)] ?? 1 + random.below(last)
    const other = 1 + ((place + random.below(last - 1)) % last)
    await owner.query('begin')
    await owner.query(attack?.(place, other) ?? '')
    const { entries, checkpoints } = await readAudit(owner)
    const { faults } = await verifyAudit(entries, checkpoints, kept)
    await owner.query('rollback')
    if (faults.length === 0) missed.push(`${name} at ${place} and ${other}`)
  }
  return missed
}
