import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInspection } from '../../server/test/factories.ts'
import { type Service, startOwnService } from '../../server/test/own-service.ts'
import { tokenOf } from '../../testing/tokens.ts'
import { EXIT } from '../src/exit-codes.ts'
import { environment, runCli } from './run-cli.ts'

let service: Service
let env: Record<string, string>
beforeAll(async () => {
  service = await startOwnService({ why: 'no other file runs in its process' })
  env = environment({ WALKAROUND_URL: service.url, WALKAROUND_TOKEN: await tokenOf('alder-manager') })
})
afterAll(() => service?.stop())

const run = (...args: string[]) => runCli(args, env)
const rules = async () => (await service.call('GET', '/retention')).body

async function createDeleted(): Promise<string> {
  const id = await createInspection(service)
  await service.rows("update inspections set deleted_at = now() - interval '40 days' where id = $1", [id])
  return id
}

it('retention shows the rules, and preview what others would take', async () => {
  await createDeleted()
  const shown = await run('retention')
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out).toMatch(/^what +days +due now +on hold +next\n/)
  expect(shown.out).toMatch(/deleted inspections, from their deletion +kept +- +- +-/)
  const previewed = await run('retention', 'preview', '--deleted-inspections', '30')
  expect(previewed.out).toMatch(/deleted inspections, from their deletion +30 +1 +0 +-/)
  const json = JSON.parse((await run('retention', 'preview', '--deleted-inspections', '30', '--json')).out)
  expect(json).toMatchObject({ inspections: null, deletedInspections: { dueCount: 1 } })
  expect((await rules()).version).toBe(0)
})

it('retention set asks before something goes, and keep takes a rule back', async () => {
  const asked = await run('retention', 'set', '--deleted-inspections', '30')
  expect(asked.code).toBe(EXIT.usage.code)
  expect(asked.err).toContain('These rules would erase 1 deleted inspections within minutes.')
  expect((await rules()).deleted_inspections_days).toBeNull()
  expect((await run('retention', 'set', '--deleted-inspections', '30', '--yes')).code).toBe(0)
  // What is in force already needs no second word.
  expect((await run('retention', 'set', '--audit', '365')).code).toBe(0)
  expect(await rules()).toMatchObject({ deleted_inspections_days: 30, audit_days: 365 })
  expect((await run('retention', 'set', '--deleted-inspections', 'keep')).code).toBe(0)
  expect(await rules()).toMatchObject({ deleted_inspections_days: null, audit_days: 365 })
  for (const given of [[], ['--audit', 'long'], ['--audit']])
    expect((await run('retention', 'set', ...given)).code).toBe(EXIT.usage.code)
})

it('hold, holds and release', async () => {
  const id = await createInspection(service)
  expect((await run('hold', id)).code).toBe(EXIT.usage.code)
  expect((await run('hold', id, '--reason', 'Claim 4711')).out).toBe(`${id} is on hold.\n`)
  const listed = await run('holds')
  expect(listed.out).toMatch(
    new RegExp(`^inspection +since +by +why\\n${id} .* alder-manager +Claim 4711\\n$`),
  )
  expect((await run('release', id)).code).toBe(0)
  expect((await run('holds')).err).toBe('No results.\n')
})
