import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckpoints } from '../../../test/audit.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Entry = Record<string, string | number | null> & { id: string; operation: string; hash: string }
const list = (query = '', as = 'alder-manager') => service.call('GET', `/audit_entries${query}`, { as })
/** Waits until a read is in the audit, and answers what is there about it. */
async function findEntries(query: string, wanted: (entries: Entry[]) => boolean): Promise<Entry[]> {
  let found: Entry[] = []
  await waitFor('the entry', async () => {
    found = (await list(query)).body.data
    return wanted(found)
  })
  return found
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('what is recorded', () => {
  it('a change before it is answered, with subject, inspection and result', async () => {
    const id = await createInspection(service)
    const { body } = await list(`?inspection_id=${id}`)
    expect(body.data).toMatchObject([
      {
        operation: 'createInspection',
        subject: 'alder-manager',
        inspection_id: id,
        status: 201,
        reason: null,
      },
    ])
  })

  it('a read soon, and what was refused or not found without its ids, which may be of others', async () => {
    const id = await createInspection(service)
    const image = '0199a3c4-7a52-7d84-8c17-2e9b5f6d0a13'
    await service.call('GET', `/inspections/${id}`)
    await service.call('GET', `/inspections/${id}/images/${image}`)
    await service.call('DELETE', `/inspections/${id}`, { as: 'alder-none' })
    const about = await findEntries(`?inspection_id=${id}`, (found) => found.length === 2)
    expect(about.map(({ operation, status }) => [operation, status])).toEqual([
      ['getInspection', 200],
      ['createInspection', 201],
    ])
    const [missed] = await findEntries('?operation=getImage', (found) => found.length > 0)
    expect(missed).toMatchObject({ status: 404, inspection_id: null, object_id: null })
    const [refused] = await findEntries('?subject=alder-none', (found) => found.length > 0)
    expect(refused).toMatchObject({ operation: 'deleteInspection', status: 403, inspection_id: null })
  })

  it('why, of what concerns the organization; why a finding is corrected stays in the history', async () => {
    const id = await createInspection(service)
    for (const reason of ['Claim \ud800', 'Claim 4711'])
      await service.call('POST', `/inspections/${id}/hold`, { json: { reason } })
    await service.call('DELETE', `/inspections/${id}`, { json: { reason: 'Mr. Alder asked' } })
    const entries = await findEntries('?limit=3', ([last]) => last?.operation === 'deleteInspection')
    const told = entries.map(({ operation, status, reason }) => [operation, status, reason])
    expect(told).toContainEqual(['holdInspection', 200, 'Claim 4711'])
    expect(told).toContainEqual(['deleteInspection', 200, null])
    const refused = await findEntries('?operation=holdInspection', (found) => found.length === 2)
    expect(refused.map(({ status, reason }) => [status, reason])).toContainEqual([400, null])
  })

  it('every read of a time in which the database takes no entries', async () => {
    const id = await createInspection(service)
    const all = 'execute on function append_audit_entries'
    await service.rows(`revoke ${all} from walkaround_app`)
    const reads = async () => {
      for (let n = 0; n < 20; n++) await service.call('GET', `/inspections/${id}`)
    }
    try {
      await Promise.all(Array.from({ length: 10 }, reads))
      await waitFor('a write that fails', async () =>
        service.logLines().join('').includes('entries not written'),
      )
    } finally {
      await service.rows(`grant ${all} to walkaround_app`)
    }
    await findEntries(
      `?inspection_id=${id}&operation=getInspection&limit=300`,
      ({ length }) => length === 200,
    )
  })

  it('nothing of a plate in a path, and nothing of who has no token', async () => {
    await service.call('GET', '/inspections?plate=HH%20WA%201')
    await service.call('GET', '/inspections', { as: null })
    await findEntries('?operation=listInspections', (found) => found.length > 0)
    const { body } = await list('?limit=1000')
    expect(JSON.stringify(body.data)).not.toContain('WA')
    expect(body.data.filter(({ status }: Entry) => status === 401)).toEqual([])
  })
})

describe('listAuditEntries', () => {
  it('200 pages both ways by subject and operation, each entry once', async () => {
    for (let n = 0; n < 5; n++) await createInspection(service)
    const query = '?operation=createInspection&subject=alder-manager'
    const all = (await list(`${query}&limit=1000`)).body.data.map(({ id }: Entry) => Number(id))
    expect(all).toEqual(all.toSorted((a: number, b: number) => b - a))
    const { body } = await list(`${query}&limit=2&after=${all[1]}`)
    expect(body.data.map(({ id }: Entry) => Number(id))).toEqual(all.slice(2, 4))
    const back = await list(`${query}&limit=2&before=${body.data[0].id}`)
    expect(back.body.data.map(({ id }: Entry) => Number(id))).toEqual(all.slice(0, 2))
  })

  it('403 for who reads only their own, 404 for a place that is none, and nothing of another organization', async () => {
    expect((await list('', 'alder-member')).status).toBe(403)
    for (const place of ['0', '-1', 'x', '999999999999', '1e3'])
      expect([place, (await list(`?after=${place}`)).status]).toEqual([place, 404])
    const id = await createInspection(service)
    expect((await list(`?inspection_id=${id}`, 'birch-manager')).body.data).toEqual([])
    const { body } = await list('?limit=1000', 'birch-manager')
    expect(body.data.every(({ subject }: Entry) => String(subject).startsWith('birch'))).toBe(true)
  })
})

describe('the chain', () => {
  it('joins every entry to the one before, without a gap, also when many are added at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 ? createInspection(service) : service.call('GET', '/inspections?limit=1'),
      ),
    )
    await findEntries('?operation=listInspections', (found) => found.length >= 20)
    const entries: Entry[] = []
    for (let after = ''; ; ) {
      const { body } = await list(`?pagination_order=asc&limit=100${after}`)
      entries.push(...body.data)
      if (!body.paging.next) break
      after = `&after=${body.paging.next}`
    }
    expect(entries.map(({ id }) => Number(id))).toEqual(entries.map((_, n) => n + 1))
    let before = '0'.repeat(64)
    for (const entry of entries) {
      const { created_at, subject, operation, inspection_id, object_id, status, reason, request_id } = entry
      const about = [subject, operation, inspection_id, object_id, status, reason, request_id]
      before = sha256(
        [before, entry.id, JSON.stringify([Date.parse(String(created_at)), ...about])].join('\n'),
      )
      expect(entry.hash).toBe(before)
    }
  })
})

describe('listAuditCheckpoints', () => {
  it('200 newest first, each the hash of an entry', async () => {
    await makeCheckpoints(service, 2)
    const { body } = await service.call('GET', '/audit_checkpoints?limit=2')
    expect(body.data).toHaveLength(2)
    for (const { id, hash, jws } of body.data) {
      const at = await list(`?pagination_order=asc&limit=1${id === '1' ? '' : `&after=${Number(id) - 1}`}`)
      expect([at.body.data[0].hash, jws]).toEqual([hash, null])
    }
    expect(Number(body.data[0].id)).toBeGreaterThan(Number(body.data[1].id))
  })
})
