import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKeyCommand } from '../../../test/key-command.ts'
import { newOperatorKey } from '../../../test/organization-keys.ts'
import { type Rekeying, startRekeying } from '../../../test/rekeying.ts'
import { endKeyChange } from '../../core/platform/change-key-rows.ts'
import { ObjectDamaged } from '../../core/platform/object-cipher.ts'
import { bufferSource } from '../../core/platform/object-source.ts'
import { openStorage } from '../../core/platform/open-storage.ts'
import { HAS_ROW } from '../backup/erase-extra.ts'
import type { RekeyParts } from './parts.ts'
import { IS_WANTED, resealObjects } from './reseal-objects.ts'
import { countLeft, replaceKey, resealOrganization, rewrapKeys } from './rotate-keys.ts'

let scene: Rekeying
beforeAll(async () => {
  scene = await startRekeying()
})
afterAll(() => scene.stop())

async function finish(org: string, parts = scene.parts) {
  const left = await resealOrganization(parts, org)
  await endKeyChange(parts.database, [org])
  return left
}

describe('rekey', () => {
  it('brings everything under new keys, and raises no version', async () => {
    const { image, read } = await scene.fill('alder-manager')
    const before = await read()
    const old = await scene.currentId('org_alder')
    expect(new Set(await scene.listKeyIds('org_alder/'))).toEqual(new Set([old]))
    expect(new Set(await scene.listTextKeyIds('org_alder'))).toEqual(new Set([old]))
    const [{ id: version }] = await scene.service.rows('select sum(version) as id from webhook_endpoints')

    const { code, text } = await scene.run('--all')
    expect(text).toMatch(/org_alder: \d+ texts and 3 objects under the new key, 0 texts and 0 objects left\n/)
    expect(code).toBe(0)
    const current = await scene.currentId('org_alder')
    expect(current).not.toBe(old)
    expect(new Set(await scene.listKeyIds('org_alder/'))).toEqual(new Set([current]))
    expect(new Set(await scene.listTextKeyIds('org_alder'))).toEqual(new Set([current]))
    expect(await scene.listKeyIds(`org_alder/${image}/`)).toHaveLength(3)
    expect(await read()).toEqual(before)
    expect(await scene.service.rows('select sum(version) as id from webhook_endpoints')).toEqual([
      { id: version },
    ])
    expect(await scene.run('verify')).toMatchObject({ code: 0 })
  })

  it('counts an object that nobody encrypted, and neither serves nor encrypts it', async () => {
    const { image } = await scene.fill('alder-manager')
    const key = `org_alder/${image}/thumbnail-1`
    const plain = openStorage(scene.service.config)
    await plain.put(key, bufferSource(Buffer.from('put there by hand')), 'image/jpeg')
    await expect(scene.parts.storage.get(key)).rejects.toThrow(ObjectDamaged)
    expect(await scene.run('verify')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^org_alder: 0 texts, 1 objects, 0 keys\n/),
    })
    const { code, text } = await scene.run('--organization', 'org_alder')
    expect(code).toBe(1)
    expect(text).toContain(`${key} stays as it is: ${key} is not encrypted`)
    await plain.erase(key)
    plain.close()
    expect(await scene.run('--organization', 'org_alder')).toMatchObject({ code: 0 })
  })

  it('gives every organization a new key, and destroys the old ones', async () => {
    const birch = await scene.fill('birch-manager')
    const before = await birch.read()
    const old = await Promise.all(['org_alder', 'org_birch'].map(scene.currentId))
    const none = { texts: 0, objects: 0, keys: 0 }
    for (const org of ['org_alder', 'org_birch']) expect(await replaceKey(scene.parts, org)).toBe('new')
    expect(await resealOrganization(scene.parts, 'org_alder')).toEqual(none)
    // A run that is killed here begins again for neither.
    const first = await scene.currentId('org_alder')
    for (const org of ['org_alder', 'org_birch']) expect(await replaceKey(scene.parts, org)).toBe('resumed')
    for (const org of ['org_alder', 'org_birch']) expect(await finish(org)).toEqual(none)
    expect(await scene.currentId('org_alder')).toBe(first)
    const all = [
      ...(await scene.listKeyIds('')),
      ...(await scene.listTextKeyIds('org_alder')),
      ...(await scene.listTextKeyIds('org_birch')),
    ]
    for (const id of old) expect(all).not.toContain(id)
    expect(
      await scene.service.rows('select count(*) from organization_keys where wrapped is not null'),
    ).toEqual([{ count: 2 }])
    expect(await birch.read()).toEqual(before)
  })

  it('goes on where it was killed', async () => {
    await replaceKey(scene.parts, 'org_birch')
    let puts = 0
    const dying: RekeyParts = {
      ...scene.parts,
      storage: {
        get: (key) => scene.parts.storage.get(key),
        erase: (key) => scene.parts.storage.erase(key),
        readKeyId: (key, version) => scene.parts.storage.readKeyId(key, version),
        put: async (...put) => {
          if (++puts > 1) throw new Error('killed')
          await scene.parts.storage.put(...put)
        },
      },
    }
    await expect(resealObjects(dying, 'org_birch')).rejects.toThrow('killed')
    expect((await countLeft(scene.parts, 'org_birch')).objects).toBeGreaterThan(0)
    expect(await replaceKey(scene.parts, 'org_birch')).toBe('resumed')
    expect(await finish('org_birch')).toEqual({ texts: 0, objects: 0, keys: 0 })
    expect(new Set(await scene.listKeyIds('org_birch/'))).toEqual(
      new Set([await scene.currentId('org_birch')]),
    )
  })

  it('brings no object back that is erased meanwhile, and none after it was killed', async () => {
    const { image } = await scene.fill('birch-manager')
    const lost = await scene.fill('birch-manager')
    await replaceKey(scene.parts, 'org_birch')
    const erase = async (id: string) => {
      await scene.service.rows('delete from image_tasks where image_id = $1', [id])
      await scene.service.rows('delete from images where id = $1', [id])
      await scene.parts.storage.erase(`org_birch/${id}/`)
    }
    const slow: RekeyParts = {
      ...scene.parts,
      storage: {
        get: (key) => scene.parts.storage.get(key),
        erase: (key) => scene.parts.storage.erase(key),
        readKeyId: (key, version) => scene.parts.storage.readKeyId(key, version),
        put: async (key, source, type) => {
          if (key === `org_birch/${image}/picture.jpg`) await erase(image)
          if (!key.includes(lost.image)) return scene.parts.storage.put(key, source, type)
          // Killed between the put and the look whether a row is left.
          await scene.parts.storage.put(key, source, type)
          throw new Error('killed')
        },
      },
    }
    await expect(resealObjects(slow, 'org_birch')).rejects.toThrow('killed')
    const [{ resealing }] = await scene.service.rows(
      "select resealing from organization_keys where org_id = 'org_birch' and retired_at is null",
    )
    expect(resealing).toContain(`org_birch/${lost.image}/original`)
    await scene.service.rows('delete from image_tasks where image_id = $1', [lost.image])
    await scene.service.rows('delete from images where id = $1', [lost.image])
    expect(await finish('org_birch')).toEqual({ texts: 0, objects: 0, keys: 0 })
    for (const id of [image, lost.image]) expect(await scene.listKeyIds(`org_birch/${id}/`)).toEqual([])
  })

  it('brings nothing back of an upload that is erased', async () => {
    const image = randomUUID()
    const rows =
      "insert into uploads (org_id, image_id, inspection_ids, abandoned_at) values ('org_birch', $1, '{}', $2)"
    const isWanted = async () => (await scene.service.rows(IS_WANTED, ['org_birch', image, 'original']))[0].is
    await scene.service.rows(rows, [image, null])
    expect(await isWanted()).toBe(true)
    await scene.service.rows('update uploads set abandoned_at = now() where image_id = $1', [image])
    expect(await isWanted()).toBe(false)
    await scene.service.rows('delete from uploads where image_id = $1', [image])
  })

  it('leaves a secret that no key opens, and goes on', async () => {
    const { read } = await scene.fill('birch-manager')
    const { secret } = await read()
    const damage =
      "update webhook_endpoints set secret = overlay(secret placing $1 from 60 for 4) where org_id = 'org_birch' and kind = 'callbacks'"
    await scene.service.rows(damage, ['AAAA'])
    await replaceKey(scene.parts, 'org_birch')
    const said: string[] = []
    expect(await finish('org_birch', { ...scene.parts, say: (line) => said.push(line) })).toMatchObject({
      texts: 1,
      objects: 0,
    })
    expect(said.join()).toContain('stays as it is: what is sealed for')
    expect((await read()).secret).toBe(secret)
    const path = '/webhook_endpoints/callback_secret'
    expect(await scene.service.call('GET', path, { as: 'birch-manager' })).toMatchObject({ status: 503 })
    // Who cannot read a secret can replace it. The old one is valid for some days more.
    expect((await scene.service.call('POST', `${path}/rotate`, { as: 'birch-manager' })).status).toBe(200)
    await scene.service.rows(
      "update webhook_endpoints set previous_secret = null, previous_secret_until = null where org_id = 'org_birch'",
    )
    expect(await finish('org_birch')).toMatchObject({ texts: 0, objects: 0 })
  })

  it('leaves an object that no row refers to, and says so', async () => {
    const key = `org_birch/${randomUUID()}/original`
    await scene.parts.storage.put(key, { sizeBytes: 0, chunks: async function* () {} }, 'image/jpeg')
    await replaceKey(scene.parts, 'org_birch')
    const said: string[] = []
    expect(await finish('org_birch', { ...scene.parts, say: (line) => said.push(line) })).toMatchObject({
      objects: 1,
    })
    expect(said.join()).toContain('no row refers to 1 of them')
    await scene.parts.storage.erase(key)
  })

  it('knows every table that has objects', () => {
    const tablesIn = (query: string) => [...query.matchAll(/from (\w+)/g)].map(([, name]) => name).sort()
    expect(tablesIn(IS_WANTED)).toEqual(tablesIn(HAS_ROW))
  })

  it('encrypts keys with the first key of the operator, and the old one is needed no more', async () => {
    const fresh = newOperatorKey('k2')
    const both = scene.openParts(`${fresh},${scene.operatorKey}`)
    expect((await countLeft(both, 'org_alder')).keys).toBe(1)
    expect(await rewrapKeys(both)).toBeGreaterThanOrEqual(2)
    expect(await rewrapKeys(both)).toBe(0)
    const without = scene.openParts(fresh)
    expect(await countLeft(without, 'org_alder')).toEqual({ texts: 0, objects: 0, keys: 0 })
    expect(await without.keys.current('org_alder')).toEqual(await both.keys.current('org_alder'))
    await rewrapKeys(scene.openParts(`${scene.operatorKey},${fresh}`))
  })

  it("encrypts keys with the operator's program, and with SEALING_KEYS again", async () => {
    const program = makeKeyCommand()
    const command = { KEY_COMMAND: program.command }
    const listWrappers = async () => {
      const rows = await scene.service.rows('select wrapped from organization_keys where wrapped is not null')
      return new Set(rows.map(({ wrapped }) => wrapped.split(/[.:]/, 1)[0]))
    }
    const key = await scene.parts.keys.current('org_alder')
    program.behave('fail')
    const failed = await scene.runWith(command)
    expect(failed).toMatchObject({ code: 2, text: expect.stringContaining('KEY_COMMAND wrap failed') })
    expect(await listWrappers()).toEqual(new Set(['k1']))
    program.behave('')
    const { code, text } = await scene.runWith(command)
    expect(text).toMatch(/^[23] keys of organizations encrypted with KEY_COMMAND\n$/)
    expect(code).toBe(0)
    expect(await listWrappers()).toEqual(new Set(['command']))

    const wrapping = scene.openParts(scene.operatorKey, command)
    expect(await wrapping.keys.current('org_alder')).toEqual(key)
    expect(await replaceKey(wrapping, 'org_alder')).toBe('new')
    expect(await resealOrganization(wrapping, 'org_alder')).toEqual({ texts: 0, objects: 0, keys: 0 })
    expect(await listWrappers()).toEqual(new Set(['command']))

    const opening = scene.openParts(scene.operatorKey, { ...command, KEY_COMMAND_WRAPS: false })
    expect((await countLeft(opening, 'org_alder')).keys).toBe(1)
    expect(await rewrapKeys(opening)).toBeGreaterThanOrEqual(2)
    expect(await rewrapKeys(opening)).toBe(0)
    program.remove()
    expect(await countLeft(scene.parts, 'org_alder')).toEqual({ texts: 0, objects: 0, keys: 0 })
    const { keys } = scene.openParts(scene.operatorKey)
    expect(await keys.current('org_alder')).toEqual(await opening.keys.current('org_alder'))
  })
})
