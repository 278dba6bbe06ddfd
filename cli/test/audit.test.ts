import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAudit } from '../../server/test/audit.ts'
import { tokenOf } from '../../testing/tokens.ts'
import { verifyAudit } from '../src/audit/verify-audit.ts'
import { EXIT } from '../src/exit-codes.ts'
import { ATTACK_KINDS, ATTACKS_AT_LEAST, type Audited, findMissed, openAudited } from './audit-attacks.ts'
import { environment, runCli } from './run-cli.ts'

let audited: Audited
beforeAll(async () => {
  audited = await openAudited()
})
afterAll(() => audited?.close())

const readAll = () => readAudit(audited.owner)

it(`finds each of ${ATTACKS_AT_LEAST} changes by the owner of the tables`, async () => {
  const whole = await readAll()
  expect((await verifyAudit(whole.entries, whole.checkpoints, audited.kept)).faults).toEqual([])
  expect(await findMissed(audited, ATTACKS_AT_LEAST)).toEqual([])
})

it('without a checkpoint cannot see that somebody made every hash again', async () => {
  await audited.owner.query('begin')
  await audited.owner.query(ATTACK_KINDS['edit with every hash made again']?.(6, 0) ?? '')
  const { entries, checkpoints } = await readAll()
  await audited.owner.query('rollback')
  expect((await verifyAudit(entries, [])).faults).toEqual([])
  expect((await verifyAudit(entries, checkpoints)).faults).toHaveLength(4)
})

it('says what was done', async () => {
  const { entries, checkpoints } = await readAll()
  const without = entries.filter((_, n) => n !== 5 && n !== 6)
  expect((await verifyAudit(without, checkpoints)).faults).toEqual(['Entries 6 to 7 are missing.'])
  const changed = entries.map((entry, n) => (n === 5 ? { ...entry, subject: 'somebody' } : entry))
  expect((await verifyAudit(changed, checkpoints)).faults).toEqual(['Entry 6 was changed, or one before it.'])
  const { faults } = await verifyAudit(entries.slice(0, -2), [], audited.kept)
  expect(faults.at(-1)).toBe(
    `Entries ${entries.length - 1} to ${entries.length} are missing. A checkpoint kept elsewhere reaches to entry ${entries.length}.`,
  )
})

it('audit verify, list and export, as people type them', async () => {
  const env = environment({
    WALKAROUND_URL: audited.service.url,
    WALKAROUND_TOKEN: await tokenOf('alder-manager'),
  })
  const verified = await runCli(['audit', 'verify'], env)
  expect(verified).toMatchObject({ code: 0, err: '' })
  expect(verified.out).toMatch(
    /^Signed by CN=auditor, SHA-256 [0-9A-F:]{95}\n\d+ entries and 4 checkpoints agree: nothing was changed, removed or put elsewhere\.\n$/,
  )
  const listed = await runCli(['audit', 'list', '--operation', 'createInspection', '--limit', '1'], env)
  expect(listed.out).toMatch(
    /^entry +time +subject +operation +status +inspection\n\d+ .* alder-manager +createInspection +201 /,
  )
  const file = join(audited.dir, 'entries.jsonl')
  const exported = await runCli(['audit', 'export'], env)
  writeFileSync(file, exported.out.replace('"status":201', '"status":200'))
  const keptFile = join(audited.dir, 'kept')
  writeFileSync(keptFile, (await runCli(['audit', 'export', '--checkpoints'], env)).out)
  const tampered = await runCli(['audit', 'verify', '--file', file, '--kept', keptFile], env)
  expect(tampered.code).toBe(EXIT.failed.code)
  expect(tampered.out).toContain('Entry 1 was changed, or one before it.\n')
})
