import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { GetObjectCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { listVersions, serverRoot } from '../../testing/ground.ts'
import { Harness } from '../../testing/harness.ts'
import { createBasePictures } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import type { Settings } from '../../testing/stack.ts'
import { campaign } from './campaign.ts'
import { CANARY, KeysLoad } from './keys-load.ts'
import { runRounds } from './lanes.ts'
import { keyIdOf, openStored, readKeys } from './sealed-objects.ts'

const SIZES = {
  // A new api beside the old one, and not two that are restarted: it starts half as many.
  smoke: { apis: 1, inspections: 6, lanes: 2, workers: 0, paceMs: 1_000 },
  small: { apis: 2, inspections: 18, lanes: 2, workers: 0, paceMs: 50 },
  full: { apis: 2, inspections: 600, lanes: 8, workers: 2, paceMs: 50 },
}
const KINDS = [
  'errors',
  'picture_changed',
  'secret_changed',
  'not_killed',
  'rekey_failed',
  'old_text',
  'old_object',
  'plain_object',
  'canary_found',
  'canary_lost',
  'process_ended',
]
const KILL_MS_MAX = 60_000
const DOWNLOADS_AT_ONCE = 8
/** A process remembers keys for so many seconds. */
const CACHE_S = '1'
const REKEY = join(serverRoot, 'server/src/rekey.ts')
const run = promisify(execFile)

/**
 * Every key is replaced while people add and read pictures: the operator's by restarts one after the other, those of
 * organizations by `rekey`, which is killed half-way and started again. Nobody gets an error; afterwards the old keys open
 * nothing in any table and in any version of any object, and no picture lies in the store as it is.
 */
export const keys = campaign({ facts: KINDS, timed: [] }, async ({ size, seed, violations, say, atEnd }) => {
  const plan = SIZES[size]
  const random = createRandom(seed)
  const [first, second] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('hex')}`)
  const settings = { SEALING_KEYS: `${first},${second}`, ORGANIZATION_KEY_CACHE_S: CACHE_S }
  const harness = await Harness.open({ apis: plan.apis, workers: plan.workers, settings })
  atEnd(() => harness.close())
  const { s3, name: bucket } = harness.ground
  // A put then leaves the version before it, which the old key would open.
  await s3.send(
    new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } }),
  )
  const load = new KeysLoad(harness, random, await createBasePictures(random), violations, plan.paceMs)
  await load.showAsStored()
  await runRounds(plan.inspections, plan.lanes, (n) => load.make(n))
  const old = (await harness.rows<{ id: string }>('select id from organization_keys')).map(({ id }) => id)
  const canaries = await harness.rows('select from images')
  say(`${canaries.length} pictures under ${old.length} keys; now everything is replaced`)

  load.start(plan.lanes)
  await restartAll(`${second},${first}`)
  say('the operator has a new key; now the organizations get theirs')
  const startedMs = performance.now()
  await killRekey()
  say('rekey was killed half-way')
  const text = await rekey('--all')
  const rekey_s = Number(((performance.now() - startedMs) / 1000).toFixed(1))
  if (!text.includes('going on with its new key')) violations.add('not_killed', text)
  say(`everything is under new keys after ${rekey_s} s; now the old ones go`)
  await restartAll(second ?? '')
  await load.stop()
  await rekey('verify')
  await load.readAll()
  for (const death of harness.listDeaths()) violations.add('process_ended', death)

  await checkTexts()
  const objects = await checkObjects()
  const counts = { writes: load.writes, reads: load.reads, rekey_s, objects, keys_replaced: old.length + 1 }
  return { counts }

  /** One api at a time, so that the other serves. */
  async function restartAll(operatorKeys: string): Promise<void> {
    const again = { SEALING_KEYS: operatorKeys }
    harness.ground.settings.SEALING_KEYS = operatorKeys
    const workers = Promise.all(harness.workers.map((worker) => load.restart(worker, again)))
    if (plan.apis === 1) await replaceApi(again)
    else for (const api of harness.apis) await load.restart(api, again)
    await workers
  }

  /** Both serve for a moment. */
  async function replaceApi(settings: Settings): Promise<void> {
    const last = harness.apis.length - 1
    const [old, url] = [harness.apis[last], harness.urls[last]]
    load.add(await harness.addApi('server/src/api.ts', settings))
    if (url) await load.leave(url)
    await old?.end('SIGTERM')
  }

  function environment(): NodeJS.ProcessEnv {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    return { PATH, NODE_COMPILE_CACHE, ...harness.ground.settings, ORGANIZATION_KEY_CACHE_S: CACHE_S }
  }

  async function rekey(...words: string[]): Promise<string> {
    try {
      return (await run(process.execPath, [REKEY, ...words], { env: environment() })).stdout
    } catch (error) {
      violations.add('rekey_failed', `rekey ${words.join(' ')}: ${JSON.stringify(error)}`)
      return ''
    }
  }

  /** As soon as it has written some objects, and has more to write. */
  async function killRekey(): Promise<void> {
    const child = spawn(process.execPath, [REKEY, '--all'], { env: environment(), stdio: 'ignore' })
    const ended = once(child, 'exit')
    const untilMs = performance.now() + KILL_MS_MAX
    const begun = "select from organization_keys where resealing is not null and resealed_after <> ''"
    while ((await harness.rows(begun)).length === 0 && performance.now() < untilMs) await delay(5)
    child.kill('SIGKILL')
    await ended
  }

  /** Of every table, with those of the job engine. */
  async function checkTexts(): Promise<void> {
    const pattern = `(${['k1', ...old].join('|')})\\.[A-Za-z0-9_-]{38,}`
    const tables = `select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`
    for (const rows of [harness.rows.bind(harness), harness.jobRows.bind(harness)])
      for (const { schema, name } of await rows<{ schema: string; name: string }>(tables)) {
        const query = `select count(*)::int from ${schema}."${name}" t where t::text ~ $1`
        const found = await rows<{ count: number }>(query, [pattern]).catch(() => [])
        if (found[0]?.count) violations.add('old_text', `${found[0].count} in ${schema}.${name}`)
      }
  }

  async function checkObjects(): Promise<number> {
    const opened = await readKeys(harness.rows.bind(harness), second ?? '')
    const versions = await listVersions(s3, bucket)
    const waiting = [...versions]
    const seen = new Set<string>()
    const check = async () => {
      for (let version = waiting.pop(); version?.Key; version = waiting.pop()) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, ...version, Key: version.Key }))
        const stored = Buffer.from((await Body?.transformToByteArray()) ?? [])
        const id = keyIdOf(stored)
        if (id === null) violations.add('plain_object', version.Key)
        else if (old.includes(id)) violations.add('old_object', version.Key)
        if (stored.toString('latin1').match(CANARY)) violations.add('canary_found', version.Key)
        // Otherwise a search that finds no canary has shown nothing.
        if (id !== null && !old.includes(id) && version.Key.endsWith('/original'))
          for (const [canary] of openStored(opened, version.Key, stored).toString('latin1').matchAll(CANARY))
            seen.add(canary)
      }
    }
    await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, check))
    const images = await harness.rows('select from images')
    if (seen.size !== images.length) violations.add('canary_lost', `${seen.size} of ${images.length}`)
    return versions.length
  }
})
