import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection } from '../../test/factories.ts'
import type { Service } from '../../test/own-service.ts'
import { startService } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function ask(method: string, path: string, json?: unknown) {
  const headers = { accept: 'application/vnd.walkaround.entities+json' }
  const { status, body } = await service.call(method, path, json ? { headers, json } : { headers })
  if (status > 299) throw new Error(JSON.stringify(body))
  return body
}

const DAMAGE = { damage_type: 'dent', part_type: 'hood' }
const BOX = { xmin: 10, ymin: 20, width: 30, height: 40 }

describe('damages and views in the normalised form', () => {
  it('are created, found in the inspection by their ids, and deleted', async () => {
    const id = await createInspection(service)
    const path = `/inspections/${id}`
    const image = await createImage(service, id)
    const made = await ask('POST', `${path}/damages`, DAMAGE)
    const damage = made.result
    const [part] = made.entities.damages[damage].parts
    expect(made.entities.damages[damage]).toMatchObject({ id: damage, damageType: 'dent', partType: 'hood' })

    const drawn = await ask('POST', `${path}/views`, {
      image_id: image,
      damage_id: damage,
      bounding_box: BOX,
    })
    const view = drawn.result
    const seen = { id: view, imageId: image, damageId: damage, boundingBox: BOX }
    expect(drawn.entities.views[view]).toMatchObject(seen)
    expect(drawn.entities.views[view].polygons).toEqual(expect.any(Array))

    const { entities } = await ask('GET', path)
    expect(entities.inspections[id]).toMatchObject({ images: [image], damages: [damage], parts: [part] })
    expect(entities.images[image].views).toEqual([view])
    expect(entities.views[view]).toMatchObject(seen)
    expect(entities.damages[damage]).toMatchObject({ parts: [part], partType: 'hood' })
    expect(entities.parts[part]).toMatchObject({ partType: 'hood', damageIds: [damage] })

    const unseen = await ask('DELETE', `${path}/views/${view}`)
    expect(unseen).toMatchObject({
      result: view,
      entities: { views: { [view]: { id: view, deleted: true } } },
    })
    const undone = await ask('DELETE', `${path}/damages/${damage}`)
    expect(undone.result).toBe(damage)
    expect(undone.entities.damages).toEqual({ [damage]: { id: damage, deleted: true, parts: [] } })
  })
})

describe('prices in the normalised form', () => {
  it('are records, and the inspection has their ids by methodology and part type', async () => {
    const id = await createInspection(service)
    const made = await ask('POST', `/inspections/${id}/pricing`, {
      pricing: 12,
      related_item_type: 'part',
      part_type: 'hood',
    })
    expect(made.entities.pricings[made.result]).toMatchObject({ pricing: 12, relatedItemType: 'part' })
    const { entities } = await ask('GET', `/inspections/${id}`)
    const { pricing, severityResults } = entities.inspections[id]
    const [methodology = ''] = Object.keys(pricing)
    expect(pricing[methodology].details).toEqual({ hood: made.result })
    expect(entities.severityResults[severityResults[0]].value.customSeverity.pricing).toBe(12)
    const gone = await ask('DELETE', `/inspections/${id}/pricing/${made.result}`)
    expect(gone.entities.pricings).toEqual({ [made.result]: { id: made.result, deleted: true } })
  })
})

describe('answers that are no records', () => {
  it('report data, a count, a damage area and the deletion of several images', async () => {
    const id = await createInspection(service)
    const image = await createImage(service, id)
    const echo = await ask('PATCH', `/inspections/${id}/pdf_data`, { agent_first_name: 'Ada' })
    expect(echo).toMatchObject({ result: id, pdfData: { agentFirstName: 'Ada' } })
    expect(echo.entities.inspections).toEqual({})

    expect(await ask('GET', '/inspections/count')).toMatchObject({
      result: null,
      total: expect.any(Number),
      subCount: { NOT_STARTED: expect.any(Number) },
    })

    const area = await ask('PATCH', `/inspections/${id}/images/${image}/damage_areas`, {
      relevant_elements: ['hood'],
    })
    expect(area.entities.damageAreas[area.result]).toMatchObject({ relevantElements: ['hood'] })

    const bulk = await ask('POST', `/inspections/${id}/images/delete`, { image_ids: [image, 'nothing'] })
    expect(bulk).toMatchObject({ result: [image], failed: [{ imageId: 'nothing', reason: 'not_found' }] })
    expect(bulk.entities.images).toEqual({ [image]: { id: image, deleted: true } })
  })
})
