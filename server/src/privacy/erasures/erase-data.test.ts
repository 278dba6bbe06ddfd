import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority, makeSignatory, signingFiles } from '../../../../testing/signing-keys.ts'
import { createCompared } from '../../../test/comparisons.ts'
import { createErasure, erasureContext, objectsOf, runErasure } from '../../../test/erasures.ts'
import { createImage, createInspection, jpeg } from '../../../test/factories.ts'
import { createObjection } from '../../../test/objections.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { openSigner } from '../../outputs/reports/signing/open-signer.ts'
import { eraseData } from './erase-data.job.ts'
import { verifyReceipt } from './receipt.ts'
import { verifyReceiptFile } from './verify-receipt-file.ts'

const NEVER = '0199a3c4-5d10-7c3e-9f21-6b0f4d2a8e01'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('the worker', () => {
  it('leaves an erasure open while an upload is under way, and removes what that has put there', async () => {
    const inspection = await createInspection(service)
    await service.rows(
      `insert into uploads (org_id, image_id, inspection_ids) values ('${service.org.alder}', $1, $2)`,
      [NEVER, [inspection]],
    )
    const id = await createErasure(service, { inspection_id: inspection, reason: 'request' })
    expect(await runErasure(service, id)).toMatchObject({ status: 'IN_PROGRESS', erased_inspection_count: 1 })
    await service.rows('update erasure_objects set due_at = now() where erasure_id = $1', [id])
    expect(await runErasure(service, id)).toMatchObject({ status: 'DONE' })
    expect(await service.rows('select from uploads where image_id = $1', [NEVER])).toEqual([])
  })

  it.each(['earlier', 'later'] as const)(
    'erases objections to a comparison with the %s side',
    async (side) => {
      const { id: comparison_id, ...sides } = await createCompared(service)
      const pictures = new Blob([new Uint8Array(await jpeg(900))])
      const { id: objection } = await createObjection(service, { comparison_id }, { pictures })
      const { body } = await service.call('GET', `/objections/${objection}`)
      await service.call('POST', `/objections/${objection}/decisions`, {
        json: { decision: 'upheld', reason: 'r' },
      })
      const ids = body.pictures.map((picture: { id: string }) => picture.id)
      expect(await objectsOf(service, ids)).toHaveLength(3)
      const used = async () => (await service.call('GET', '/quotas')).body.used.bytes_stored
      const before = await used()
      const id = await createErasure(service, { inspection_id: sides[side].id, reason: 'request' })
      const { rows } = (await runErasure(service, id)).receipt.content
      expect(rows).toMatchObject({
        objections: 1,
        objection_pictures: 1,
        objection_decisions: 1,
        objection_links: 1,
        objection_sessions: 1,
      })
      expect(await objectsOf(service, ids)).toEqual([])
      expect(await used()).toBeLessThan(before)
      expect((await service.call('GET', `/objections/${objection}`)).status).toBe(404)
    },
  )

  it('goes on where it was when the object store comes back', async () => {
    const inspection = await createInspection(service)
    const image = await createImage(service, inspection)
    const id = await createErasure(service, { inspection_id: inspection, reason: 'request' })
    const ctx = erasureContext(service)
    const away = { erase: async () => Promise.reject(new Error('away')) }
    await expect(
      eraseData({ ...ctx, storage: Object.assign(Object.create(ctx.storage), away) }, { erasure_id: id }),
    ).rejects.toThrow('away')
    expect((await service.call('GET', `/erasures/${id}`)).body).toMatchObject({
      status: 'IN_PROGRESS',
      erased_inspection_count: 1,
    })
    expect(await objectsOf(service, [image])).toHaveLength(3)
    expect((await runErasure(service, id)).receipt.content).toMatchObject({ objects: 1, rows: { images: 1 } })
    expect(await objectsOf(service, [image])).toEqual([])
  })

  it('leaves one alone that another worker has, and one that is done', async () => {
    const id = await createErasure(service, {
      inspection_id: await createInspection(service),
      reason: 'request',
    })
    await service.rows("update erasures set leased_until = now() + interval '1 minute' where id = $1", [id])
    expect(await runErasure(service, id)).toMatchObject({ status: 'IN_PROGRESS', erased_inspection_count: 0 })
    await service.rows('update erasures set leased_until = null where id = $1', [id])
    const done = await runErasure(service, id)
    expect(await runErasure(service, id)).toEqual(done)
  })

  it.each(['P-256', 'P-384', 'rsa:2048'] as const)(
    'signs a receipt with %s that anybody can check',
    async (kind) => {
      const dir = mkdtempSync(join(tmpdir(), 'erasure-'))
      try {
        const ca = makeAuthority(dir, 'ca')
        const signatory = makeSignatory(dir, 'key', { kind, issuer: ca })
        const signer = await openSigner(signingFiles(signatory), new Date())
        const id = await createErasure(service, {
          inspection_id: await createInspection(service),
          reason: 'request',
        })
        const { receipt } = await runErasure(service, id, signer)
        expect(verifyReceipt(receipt.jws).receipt).toEqual(receipt.content)
        const file = Buffer.from(`${receipt.jws}\n`)
        const authority = readFileSync(ca.certificateFile, 'utf8')
        expect(await verifyReceiptFile(file, authority)).toMatchObject({ is_failed: false })
        const stranger = readFileSync(makeAuthority(dir, 'stranger').certificateFile, 'utf8')
        expect(await verifyReceiptFile(file, stranger)).toMatchObject({ is_failed: true })
        expect(await verifyReceiptFile(file.subarray(0, -9), authority)).toMatchObject({ is_failed: true })
        const [head, content, signature] = receipt.jws.split('.')
        const other = Buffer.from(JSON.stringify({ ...receipt.content, objects: 9 })).toString('base64url')
        for (const forged of [
          `${head}.${other}.${signature}`,
          `${head}.${content}.${Buffer.alloc(64).toString('base64url')}`,
          `${head}.${content}`,
          'x.y.z',
        ])
          expect(() => verifyReceipt(forged)).toThrow(/receipt/)
      } finally {
        rmSync(dir, { recursive: true })
      }
    },
  )
})

describe('erase_inspection', () => {
  it('erases every table that holds something of an inspection, and names those that do not', async () => {
    const STAY = [
      'administration_events',
      'audit_checkpoints',
      'audit_entries',
      'audit_heads',
      'capture_profiles',
      'comparison_settings',
      'erasure_inspections',
      'erasure_objects',
      'erasures',
      // None is erased while it is held.
      'holds',
      'inspection_counts',
      'objection_settings',
      'organization_keys',
      'picture_settings',
      'quota_usage',
      'quotas',
      'request_minutes',
      'retention_rules',
      'uploads',
      // Goes with its delivery.
      'webhook_attempts',
      'webhook_endpoints',
    ]
    const rows = await service.rows(
      "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition",
    )
    const [{ text }] = await service.rows(
      "select prosrc as text from pg_proc where proname = 'erase_inspection'",
    )
    const erased = [...text.matchAll(/\['(\w+)', '/g)].map(([, name]) => name)
    expect([...erased, ...STAY].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('is told of in a data map that names every table', async () => {
    const rows = await service.rows(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
    )
    const page = readFileSync(
      join(import.meta.dirname, '../../../../docs/operations/data-protection.md'),
      'utf8',
    )
    const [map = ''] = /## The data map[^#]+/.exec(page) ?? []
    const named = new Set([...map.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
    // A schema of its own.
    named.delete('pgboss')
    expect([...named].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('does nothing for an organization or an erasure that did not ask for it', async () => {
    const inspection = await createInspection(service)
    const id = await createErasure(service, { inspection_id: inspection, reason: 'request' })
    const call = (org: string, erasure: string) =>
      service.rows(
        "select set_config('walkaround.org_id', $1, false), erase_inspection($2, $3, interval '1 s') as counts",
        [org, erasure, inspection],
      )
    for (const [org, erasure] of [
      [service.org.birch, id],
      [service.org.alder, NEVER],
      ['', id],
    ] as const)
      expect((await call(org, erasure))[0].counts).toBeNull()
    expect((await service.call('GET', `/inspections/${inspection}`)).status).toBe(200)
    await runErasure(service, id)
  })
})
