import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSigner, type Signer } from '../../server/src/outputs/reports/signing/open-signer.ts'
import { signJws } from '../../server/src/outputs/reports/signing/sign-jws.ts'
import { removeAuditEntries } from '../../server/src/privacy/audit/remove-entries.job.ts'
import { ageCheckpoints, makeCheckpoints, openOwner, readAudit } from '../../server/test/audit.ts'
import { type Service, startOwnService } from '../../server/test/own-service.ts'
import { workerContext } from '../../server/test/runs.ts'
import { makeSignatory, signingFiles } from '../../testing/signing-keys.ts'
import { tokenOf } from '../../testing/tokens.ts'
import { verifyAudit } from '../src/audit/verify-audit.ts'
import { environment, runCli } from './run-cli.ts'

const OLD_CHECKPOINTS = 3

let service: Service
let owner: Awaited<ReturnType<typeof openOwner>>
let signer: Signer
let kept: string[]
/** The last entry that the rule let go. */
let removed: number
const dir = mkdtempSync(join(tmpdir(), 'walkaround-audit-'))
beforeAll(async () => {
  service = await startOwnService({ why: 'no other file runs in its process' })
  const opened = await openSigner(signingFiles(makeSignatory(dir, 'auditor', {})), new Date())
  if (!opened) throw new Error('no signer')
  signer = opened
  owner = await openOwner(service)
  await makeCheckpoints(service, OLD_CHECKPOINTS, signer)
  await ageCheckpoints(service, 40)
  await service.call('PATCH', '/retention', { json: { audit_days: 30 } })
  await removeAuditEntries({ ...workerContext(service), signer })
  await makeCheckpoints(service, 2, signer)
  const { checkpoints } = await readAudit(owner)
  kept = checkpoints.map(({ jws }) => jws ?? '')
  removed = Number(checkpoints[OLD_CHECKPOINTS - 1]?.id)
})
afterAll(async () => {
  await owner?.end()
  await service?.stop()
  rmSync(dir, { recursive: true })
})

/** What the verifier says after somebody with all rights has done this, which is undone again. */
async function verifyAfter(...statements: string[]): Promise<string[]> {
  await owner.query('begin')
  for (const statement of statements) await owner.query(statement)
  const { entries, checkpoints } = await readAudit(owner)
  await owner.query('rollback')
  return (await verifyAudit(entries, checkpoints, kept)).faults
}
const removeUpTo = (place: number) =>
  `update audit_heads set removed_sequence = ${place} where org_id = 'org_alder'`
const forgeReceipt = (receipt: string, place: number) =>
  `update audit_entries set reason = 'Entries 1 to ${place} are older than 30 days. Receipt: ${receipt}'
   where org_id = 'org_alder' and operation = 'removeAuditEntries'`

it('agrees when a rule removed entries, with checkpoints from before and after', async () => {
  expect(await verifyAfter()).toEqual([])
  const env = environment({ WALKAROUND_URL: service.url, WALKAROUND_TOKEN: await tokenOf('alder-manager') })
  const { code, out } = await runCli(['audit', 'verify'], env)
  expect(code).toBe(0)
  expect(out).toMatch(
    new RegExp(
      `^Entries 1 to ${removed} were removed on .+ by a retention rule: 30 days, set by alder-manager\\.\n`,
    ),
  )
  expect(out).toContain('nothing else was changed')
})

it('agrees while rows that are removed wait to be deleted, and when entries are read before and after', async () => {
  await owner.query('begin')
  await owner.query(removeUpTo(0))
  const { entries, checkpoints } = await readAudit(owner)
  await owner.query('rollback')
  expect(entries[0]?.id).toBe('1')
  expect((await verifyAudit(entries, checkpoints, kept)).faults).toEqual([])
})

it('finds entries that are missing without a receipt', async () => {
  const { entries, checkpoints } = await readAudit(owner)
  const without = entries.slice(
    0,
    entries.findIndex(({ operation }) => operation === 'removeAuditEntries'),
  )
  const points = checkpoints.filter(({ id }) => Number(id) <= removed)
  expect((await verifyAudit(without, points)).faults).toEqual([
    `Entries 1 to ${removed} are missing, and no receipt says that a rule removed them.`,
  ])
})

it('finds that more is missing than the receipt says', async () => {
  const [first] = await verifyAfter(removeUpTo(removed + 1))
  expect(first).toBe(`Entries 1 to ${removed + 1} are missing. The receipt covers entries 1 to ${removed}.`)
  const [gap] = await verifyAfter(
    `delete from audit_entries where org_id = 'org_alder' and sequence = ${removed + 2}`,
  )
  expect(gap).toBe(`Entry ${removed + 2} is missing.`)
})

it('finds a change of the first entry that is left', async () => {
  const [first] = await verifyAfter(
    `update audit_entries set subject = 'x' where org_id = 'org_alder' and sequence = ${removed + 1}`,
  )
  expect(first).toBe(`Entry ${removed + 1} was changed, or one before it.`)
})

it('finds a receipt that somebody without the key made, or changed', async () => {
  const { entries } = await readAudit(owner)
  const hash = entries[0]?.hash ?? ''
  const content = { version: 1, organization: 'org_alder', sequence: removed + 1, hash, days: 30 }
  const unsigned = await verifyAfter(
    removeUpTo(removed + 1),
    forgeReceipt(JSON.stringify(content), removed + 1),
  )
  expect(unsigned.some((fault) => /^The receipt in entry \d+ is not signed\.$/.test(fault))).toBe(true)
  const signed = signJws(signer, 'walkaround-audit-removal+json', content, new Date())
  const [head, , signature] = signed.split('.')
  const other = Buffer.from(JSON.stringify({ ...content, sequence: removed + 2 })).toString('base64url')
  const changed = await verifyAfter(forgeReceipt([head, other, signature].join('.'), removed + 2))
  expect(changed.some((fault) => /^The receipt in entry \d+: its signature is wrong\.$/.test(fault))).toBe(
    true,
  )
  // A checkpoint is signed by the same key, and is no receipt.
  const checkpoint = await verifyAfter(forgeReceipt(kept[0] ?? '', removed))
  expect(checkpoint.some((fault) => fault.includes('it is no receipt of a removal'))).toBe(true)
})
