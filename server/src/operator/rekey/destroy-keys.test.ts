import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSignatory } from '../../../../testing/signing-keys.ts'
import { waitFor } from '../../../test/factories.ts'
import { type Rekeying, startRekeying } from '../../../test/rekeying.ts'
import { openSigner } from '../../outputs/reports/signing/open-signer.ts'
import { verifyReceiptFile } from '../../privacy/erasures/verify-receipt-file.ts'
import { destroyKeys } from './destroy-keys.ts'

let scene: Rekeying
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'walkaround-destroy-'))
  scene = await startRekeying()
})
afterAll(async () => {
  await scene.stop()
  rmSync(folder, { recursive: true })
})

describe('destroyKeys', () => {
  it('needs the name of the organization twice, and a reason', async () => {
    const words = ['destroy', '--organization', 'org_alder', '--reason', 'contract']
    expect(await scene.run(...words)).toMatchObject({
      code: 64,
      text: expect.stringContaining('--confirm org_alder'),
    })
    expect(await scene.run(...words.slice(0, 3), '--confirm', 'org_alder')).toMatchObject({
      code: 64,
      text: expect.stringContaining('Usage'),
    })
    expect(await scene.run(...words, '--confirm', 'org_alder')).toMatchObject({
      code: 1,
      text: 'org_alder has no keys\n',
    })
  })

  it('leaves a receipt and nothing that can be opened, and the organization goes on with a new key', async () => {
    const { service, parts } = scene
    const { read, openPicture } = await scene.fill('alder-manager')
    const others = await scene.fill('birch-manager')
    const before = await others.read()
    await read()
    expect((await openPicture()).status).toBe(200)
    // What the keys of the organization do not encrypt would stay readable.
    const plain =
      "update webhook_endpoints set secret = 'k1.' || secret where kind = 'callbacks' and org_id = 'org_alder'"
    await service.rows(plain)
    await expect(destroyKeys(parts, 'org_alder', 'contract', null)).rejects.toThrow('1 texts and 0 objects')
    await service.rows(plain.replace("'k1.' || secret", 'substr(secret, 4)'))

    const { keyFile, certificateFile } = makeSignatory(folder, 'signer', {})
    const files = { REPORT_SIGNING_KEY_FILE: keyFile, REPORT_SIGNING_CERTIFICATE_FILE: certificateFile }
    const { receipt, jws } = await destroyKeys(
      parts,
      'org_alder',
      'contract',
      await openSigner(files, new Date()),
    )
    expect(receipt).toMatchObject({ subject: 'keys', objects: 3, rows: { organization_keys: 1 } })
    const { is_failed, conclusion } = await verifyReceiptFile(Buffer.from(jws ?? ''), null)
    expect(is_failed).toBe(false)
    expect(conclusion).toContain('says that 1 keys of org_alder were destroyed at')
    const { body } = await service.call('GET', '/erasures')
    expect(body.data).toMatchObject([{ subject: 'keys', status: 'DONE', receipt: { content: receipt, jws } }])
    const left = await service.rows(
      "select count(*) from organization_keys where org_id = 'org_alder' and wrapped is not null",
    )
    expect(left).toEqual([{ count: 0 }])

    await waitFor('the key to be forgotten', async () => (await openPicture()).status === 404)
    expect(await others.read()).toEqual(before)
    const secret = '/webhook_endpoints/callback_secret'
    expect(await service.call('GET', secret)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(service.logLines().join('')).toContain('of the organization was destroyed')
    expect((await service.call('POST', `${secret}/rotate`)).status).toBe(200)
    expect((await service.call('GET', secret)).status).toBe(200)
    const later = await scene.fill('alder-manager')
    expect((await later.openPicture()).status).toBe(200)
  })
})
