import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../test/calls.ts'
import { exchange } from '../../test/exchange.ts'
import { createInspection, imageForm, jpeg, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({ why: 'its worker starts in the middle' })
})
afterAll(() => service.stop())

let keys = 0
const newKey = () => `key-${++keys}`
const create = (key: string, call: Call = {}) =>
  exchange(service, 'POST', '/inspections', {
    json: { tasks: {} },
    ...call,
    headers: { 'idempotency-key': key, ...call.headers },
  })
const codeOf = (answer: { text: string }) => JSON.parse(answer.text).code
const idOf = (answer: { text: string }) => JSON.parse(answer.text).id
const keyRows = (key: string) => service.rows('select * from idempotency_keys where key = $1', [key])
const countInspections = async () => Number((await service.rows('select count(*) from inspections'))[0].count)
/** As if the process that works on it had died that long ago. */
const age = (key: string, seconds: number) =>
  service.rows('update idempotency_keys set claimed_at = now() - make_interval(secs => $2) where key = $1', [
    key,
    seconds,
  ])

describe('an Idempotency-Key', () => {
  it.each(['', 'two words', 'x'.repeat(256), 'käse'])('400 when it is %j', async (key) => {
    const answer = await create(Buffer.from(key).toString('latin1'))
    expect([answer.status, codeOf(answer)]).toEqual([400, 'idempotency_key_malformed'])
  })

  it('400 when there are two', async () => {
    const headers = {
      authorization: `Bearer ${await service.tokenOf('alder-manager')}`,
      'idempotency-key': ['a', 'b'],
    }
    const body = await new Promise((resolve, reject) => {
      const sent = request(`${service.url}/v1/inspections/x`, { method: 'DELETE', headers }, (answer) =>
        json(answer).then(resolve, reject),
      )
      sent.on('error', reject).end()
    })
    expect(body).toMatchObject({ code: 'idempotency_key_malformed' })
  })

  it('takes up to 255 visible characters', async () => {
    expect((await create(`!~"${'x'.repeat(252)}`)).status).toBe(201)
  })

  it('422 with another body, path or method, and the first answer stays', async () => {
    const key = newKey()
    const first = await create(key)
    const id = idOf(first)
    const others = [
      await create(key, { json: { tasks: {}, inspection_type: 'claim' } }),
      await create(key, { json: { tasks: {}, nobody_reads_this: 1 } }),
      await exchange(service, 'DELETE', `/inspections/${id}`, { headers: { 'idempotency-key': key } }),
    ]
    for (const other of others) expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused'])
    expect((await create(key)).text).toBe(first.text)
  })

  it('is the same request with its keys in another order', async () => {
    const key = newKey()
    const body = { tasks: {}, additional_data: { a: 1, b: [{ c: 1, d: 2 }] }, inspection_type: 'claim' }
    const turned = { inspection_type: 'claim', additional_data: { b: [{ d: 2, c: 1 }], a: 1 }, tasks: {} }
    const first = await create(key, { json: body })
    expect(idOf(await create(key, { json: turned }))).toBe(idOf(first))
  })

  it('422 with another file, and one image with the same', async () => {
    const id = await createInspection(service)
    const key = newKey()
    const upload = async (seed: number) =>
      exchange(service, 'POST', `/inspections/${id}/images`, {
        form: imageForm(await jpeg(seed)),
        headers: { 'idempotency-key': key },
      })
    const first = await upload(1)
    expect(first.status).toBe(201)
    expect((await upload(1)).text).toBe(first.text)
    expect(codeOf(await upload(2))).toBe('idempotency_key_reused')
    expect(await service.rows('select id from images where inspection_id = $1', [id])).toHaveLength(1)
  })

  it('keeps the bytes of the answer, also when a later release would write them differently', async () => {
    const key = newKey()
    const { text } = await create(key)
    const body = JSON.stringify({ removed_later: 1, ...JSON.parse(text) }, null, 1)
    await service.rows('update idempotency_keys set body = $2 where key = $1', [key, body])
    expect((await create(key)).text).toBe(body)
  })

  it('belongs to its caller and its organization', async () => {
    const key = newKey()
    const ids = new Set<string>()
    for (const as of ['alder-manager', 'alder-member', 'birch-manager'])
      ids.add(idOf(await create(key, { as })))
    expect(ids.size).toBe(3)
  })

  it('answers in the form that the repeat asks for', async () => {
    const key = newKey()
    const first = await create(key)
    const accept = 'application/vnd.walkaround.entities+json'
    const other = await create(key, { headers: { accept } })
    expect(other.headers.get('content-type')).toContain(accept)
    expect(JSON.parse(other.text).result).toBe(idOf(first))
  })

  it('is free again when the request failed and had no effect', async () => {
    const key = newKey()
    const refused = await create(key, { json: { tasks: { nothing: {} } } })
    expect(refused.status).toBe(422)
    expect(await keyRows(key)).toEqual([])
    expect((await create(key)).status).toBe(201)
  })

  it('is forgotten after IDEMPOTENCY_KEY_TTL_S', async () => {
    const key = newKey()
    const first = await create(key)
    await age(key, service.config.IDEMPOTENCY_KEY_TTL_S + 1)
    expect(idOf(await create(key, { json: { tasks: {}, inspection_type: 'claim' } }))).not.toBe(idOf(first))
  })
})

describe('twenty requests with one key at once', () => {
  it('have one effect; each is answered with it or told to wait', async () => {
    const key = newKey()
    const before = await countInspections()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
    for (const answer of answers) {
      expect([201, 409]).toContain(answer.status)
      if (answer.status === 409) {
        expect(codeOf(answer)).toBe('idempotency_key_running')
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    const ids = new Set(answers.filter((answer) => answer.status === 201).map(idOf))
    ids.add(idOf(await create(key)))
    expect(ids.size).toBe(1)
    expect(await countInspections()).toBe(before + 1)
  })
})

describe('a request that dies', () => {
  it('before its effect: 409 while it may still run, then the repeat takes effect', async () => {
    const key = newKey()
    const first = await create(key)
    const before = await countInspections()
    // What a process leaves that died right after its claim.
    const fingerprint = (await keyRows(key))[0].fingerprint
    await service.rows(
      'update idempotency_keys set status = null, body = null, content_type = null, claim_id = gen_random_uuid() where key = $1',
      [key],
    )
    expect(codeOf(await create(key))).toBe('idempotency_key_running')
    await age(key, 31)
    const repeat = await create(key)
    expect(repeat.status).toBe(201)
    expect(repeat.headers.get('idempotency-replayed')).toBeNull()
    expect(idOf(repeat)).not.toBe(idOf(first))
    expect((await keyRows(key))[0]).toMatchObject({ fingerprint, status: 201 })
    expect(await countInspections()).toBe(before + 1)
  })

  it('between its effect and its answer: the repeat gets the answer of that effect', async () => {
    const key = newKey()
    const first = await create(key)
    const before = await countInspections()
    // What the transaction of the effect has stored, and nothing of what comes after it.
    await service.rows('update idempotency_keys set content_type = null, body = $2 where key = $1', [
      key,
      first.text,
    ])
    const repeat = await create(key)
    expect([repeat.status, repeat.text]).toEqual([201, first.text])
    expect(repeat.headers.get('idempotency-replayed')).toBe('true')
    expect((await keyRows(key))[0].content_type).toMatch(/^application\/json/)
    expect((await create(key)).text).toBe(repeat.text)
    expect(await countInspections()).toBe(before)
  })

  it('slowly, after its key was taken over: has no effect', async () => {
    const key = newKey()
    const before = await countInspections()
    const blocker = new pg.Client({ connectionString: service.ownerUrl })
    await blocker.connect()
    await blocker.query('begin; lock table inspections in share mode')
    const waiting = (count: number) =>
      waitFor(`${count} writers behind the lock`, async () => {
        const rows = await service.rows(
          "select 1 from pg_locks l join pg_database d on d.oid = l.database where not granted and relation = 'inspections'::regclass and d.datname = current_database()",
        )
        return rows.length === count
      })
    const slow = create(key)
    await waiting(1)
    await age(key, 31)
    const heir = create(key)
    await waiting(2)
    await blocker.query('commit')
    await blocker.end()
    expect((await heir).status).toBe(201)
    expect(codeOf(await slow)).toBe('idempotency_key_running')
    expect(idOf(await create(key))).toBe(idOf(await heir))
    expect(await countInspections()).toBe(before + 1)
  })
})

describe('the worker', () => {
  it('deletes keys older than IDEMPOTENCY_KEY_TTL_S and adds up the counts of inspections', async () => {
    const [old, young] = [newKey(), newKey()]
    await create(old)
    await create(young)
    await age(old, service.config.IDEMPOTENCY_KEY_TTL_S + 1)
    const sum = 'select sum(amount)::int as sum, count(*)::int as rows from inspection_counts'
    const [before] = await service.rows(sum)
    const { database, jobs } = service.parts.cell
    await database
      .forOrganization('none')
      .transaction()
      .execute((tx) => jobs.enqueue(tx, 'tidy_tables', { org_id: 'none' }))
    await service.startWorker()
    await waitFor('the old key to go', async () => (await keyRows(old)).length === 0)
    expect(await keyRows(young)).toHaveLength(1)
    const after = await waitFor('the counts to be added up', async () => {
      const [row] = await service.rows(sum)
      return row.rows < before.rows && row
    })
    expect(after.sum).toBe(before.sum)
  })
})
