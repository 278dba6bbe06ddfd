import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Labelled = { id: string; label: string }

const read = async (id: string, query = '') =>
  (await service.call('GET', `/inspections/${id}${query}`)).body as {
    images: Labelled[]
    damages: Labelled[]
  }
const labelsOf = (items: Labelled[]) => items.map(({ label }) => label)

async function createDamage(id: string): Promise<Labelled> {
  const json = { damage_type: 'dent', part_type: 'hood' }
  return (await service.call('POST', `/inspections/${id}/damages`, { json })).body
}

describe('labels', () => {
  it('count the damages and the pictures of each inspection', async () => {
    const id = await createInspection(service)
    await createImage(service, await createInspection(service))
    for (let n = 0; n < 2; n++) await createImage(service, id)
    expect((await createDamage(id)).label).toBe('D1')
    expect((await createDamage(id)).label).toBe('D2')
    const { images, damages } = await read(id)
    expect(labelsOf(images)).toEqual(['P1', 'P2'])
    expect(labelsOf(damages)).toEqual(['D1', 'D2'])
    const listed = (await service.call('GET', `/inspections/${id}/images`)).body.data
    expect(labelsOf(listed)).toEqual(['P2', 'P1'])
  })

  it('stay as they are, and none is given again', async () => {
    const id = await createInspection(service)
    const at = `/inspections/${id}`
    const images = [await createImage(service, id), await createImage(service, id)]
    const damages = [await createDamage(id), await createDamage(id)]
    await service.call('DELETE', `${at}/images/${images[1]}`)
    await service.call('DELETE', `${at}/damages/${damages[1]?.id}`, { json: {} })
    const third = await createDamage(id)
    expect(third.label).toBe('D3')
    await createImage(service, id)
    await service.call('PATCH', `${at}/damages/${third.id}`, { json: { part_type: 'roof' } })
    await service.call('POST', `${at}/damages/${damages[1]?.id}/restore`, { json: {} })
    const now = await read(id)
    expect(labelsOf(now.images)).toEqual(['P1', 'P3'])
    expect(labelsOf(now.damages)).toEqual(['D1', 'D2', 'D3'])
  })

  it('differ when everything comes at once', async () => {
    const id = await createInspection(service)
    await Promise.all([1, 2, 3, 4, 5, 6].flatMap(() => [createImage(service, id), createDamage(id)]))
    const { images, damages } = await read(id)
    expect(labelsOf(images).toSorted()).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6'])
    expect(labelsOf(damages).toSorted()).toEqual(['D1', 'D2', 'D3', 'D4', 'D5', 'D6'])
  })

  it('cannot be changed in the database', async () => {
    const id = await createInspection(service)
    await createImage(service, id)
    await expect(service.rows('update images set number = 7 where inspection_id = $1', [id])).rejects.toThrow(
      'keeps its number',
    )
  })
})
