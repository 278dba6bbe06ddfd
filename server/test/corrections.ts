import type { Answer } from './calls.ts'
import { createImage, createInspection } from './factories.ts'
import type { Service } from './own-service.ts'

/** How tests ask for corrections, and what the history keeps of them. */
export function correctionsOf(service: Service) {
  const call = (method: string, path: string, json?: unknown, as = 'alder-manager', headers = {}) =>
    service.call(method, path, { as, headers, ...(json === undefined ? {} : { json }) })
  const made = async (path: string, json: unknown): Promise<string> => {
    const answer = await call('POST', path, json)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body.id
  }
  return {
    call,
    createDamage: (id: string, part_type = 'hood') =>
      made(`/inspections/${id}/damages`, { damage_type: 'dent', part_type }),
    createView: (id: string, damage_id: string, image_id: string) =>
      made(`/inspections/${id}/views`, { image_id, damage_id, bounding_box: BOX }),
    createPricing: (id: string, pricing = 12, part_type = 'hood') =>
      made(`/inspections/${id}/pricing`, { pricing, related_item_type: 'part', part_type }),
    /** An inspection with one of each. */
    createAll: async () => {
      const id = await createInspection(service)
      const image = await createImage(service, id)
      const damage = await made(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })
      const view = await made(`/inspections/${id}/views`, {
        image_id: image,
        damage_id: damage,
        bounding_box: BOX,
      })
      return { id, image, damage, view }
    },
    eventsOf: (id: string, type: string) =>
      service.rows(
        'select created_by, reason, item_version, changes from events where inspection_id = $1 and type = $2 order by id',
        [id, type],
      ),
    liveViews: async (id: string): Promise<string[]> => {
      const rows = await service.rows(
        'select id from views where inspection_id = $1 and deleted_at is null order by id',
        [id],
      )
      return rows.map((row) => row.id)
    },
  }
}

export const BOX = { xmin: 1, ymin: 2, width: 30, height: 40 }

export const statusesOf = (answers: Answer[]) => answers.map((answer) => answer.status)
