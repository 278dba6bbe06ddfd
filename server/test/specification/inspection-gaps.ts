import { type Gap, gapsOf } from './row.ts'
import { ENTITIES, PDF_DATA } from './sent.ts'

const inspections = gapsOf('4 Inspections')

export const inspectionGaps: Gap[] = [
  inspections(
    'marketValue as a number',
    null,
    'A number is read as the value without a unit; the answer has the object.',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection({ tasks: {}, vehicle: { marketValue: 900 } })
      const { vehicles, inspections } = (await make('GET', `/inspections/${id}`)).entities
      expect(vehicles[inspections[id].vehicle].marketValue).toEqual({ value: 900, unit: null })
      const path = `/inspections/${id}/pdf_data`
      expect((await make('PATCH', path, { json: { marketValue: 900 } })).pdfData.marketValue).toEqual({
        value: 900,
      })
    },
  ),
  inspections(
    'answer to report data',
    null,
    "All stored report data, in pdfData beside the empty maps. Fields you don't send stay unchanged.",
    async ({ expect, make, newInspection }) => {
      const path = `/inspections/${await newInspection()}/pdf_data`
      await make('PATCH', path, { json: PDF_DATA })
      const { pdfData } = await make('PATCH', path, { json: { comment: 'again' } })
      expect(pdfData).toEqual({ ...PDF_DATA, comment: 'again' })
    },
  ),
  inspections(
    'what verbose changes',
    null,
    'verbose=1 adds damages, parts, vehicle and prices; without it, a list contains the inspections and their images.',
    async ({ expect, make, id, damaged }) => {
      const brief = await make('GET', '/inspections?limit=500')
      const whole = await make('GET', '/inspections?limit=500&verbose=1')
      expect([brief.entities.damages, brief.entities.vehicles]).toEqual([{}, {}])
      expect(whole.entities.inspections[id].damages).toContain(damaged.result)
    },
  ),
  inspections(
    'the form of an answer',
    null,
    `Accept: ${ENTITIES} returns the normalized form. Without it, the response is plain JSON with snake_case keys.`,
    async ({ expect, ask, service, at }) => {
      expect((await ask('GET', at)).headers.get('content-type')).toBe(ENTITIES)
      const plain = await service.call('GET', at)
      expect(plain.headers.get('content-type')).toMatch(/^application\/json/)
      expect(plain.body).toHaveProperty('owner_id')
    },
  ),
]
