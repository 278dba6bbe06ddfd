import { afterAll, beforeAll, expect, it } from 'vitest'
import { Harness } from '../../testing/harness.ts'
import { setting } from '../../testing/stack.ts'
import { EXIT } from '../src/exit-codes.ts'
import { environment, runCli } from './run-cli.ts'

let harness: Harness
let env: Record<string, string>
beforeAll(async () => {
  harness = await Harness.open({ apis: 1, workers: 0 })
  env = environment({
    WALKAROUND_URL: harness.urls[0] ?? '',
    NODE_EXTRA_CA_CERTS: setting(harness.ground.settings, 'STACK_CA_FILE'),
  })
})
afterAll(async () => {
  await harness?.close()
})

const run = async (account: string, ...args: string[]) =>
  runCli(args, { ...env, WALKAROUND_TOKEN: await harness.tokens.of(account) })

it('quotas shows what is used, to people and to scripts', async () => {
  await run('alder-manager', 'inspections', 'create')
  const shown = await run('alder-manager', 'quotas')
  expect(shown.code).toBe(0)
  const lines = shown.out.split('\n')
  expect(lines[0]).toMatch(/^quota +used +limit +share +from$/)
  expect(lines[1]).toMatch(/^bytes of pictures and reports +0 +500,000,000,000 +\[\.{24}\] +0 % +default$/)
  expect(lines[2]).toMatch(/^new inspections per day \(UTC\) +1 +/)
  expect(lines[3]).toMatch(/^concurrent uploads +- +32 +- +default$/)
  expect(shown.err).toMatch(/^Daily limits reset at \d{4}-\d\d-\d\d 00:00:00 UTC\.\n$/)
  const json = JSON.parse((await run('alder-manager', 'quotas', '--json')).out)
  expect(json).toMatchObject({ bytesStoredMax: 500e9, overridden: [], used: { inspectionsPerDay: 1 } })
})

it('quotas set is for the operator, and default goes back', async () => {
  const refused = await run('alder-manager', 'quotas', 'set', '--uploads-in-flight-max', '4')
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('monk_core_api:quotas:write')
  const set = await run('alder-operator', 'quotas', 'set', '--uploads-in-flight-max', '4')
  expect(set).toMatchObject({ code: 0 })
  expect(set.out).toMatch(/concurrent uploads +- +4 +- +set for you/)
  const back = await run('alder-operator', 'quotas', 'set', '--uploads-in-flight-max', 'default')
  expect(back.out).toMatch(/concurrent uploads +- +32 +- +default/)
  for (const given of [
    ['quotas', 'set'],
    ['quotas', 'set', '--uploads-in-flight-max', 'few'],
  ])
    expect((await run('alder-operator', ...given)).code).toBe(EXIT.usage.code)
})
