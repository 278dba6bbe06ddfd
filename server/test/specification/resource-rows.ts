import { ISO_8601, type Prove, type Row, rowsOf } from './row.ts'
import { DAMAGE_AREAS, INSPECTION, VEHICLE } from './sent.ts'

const inspection = rowsOf('2 Inspection')
const field = (name: string, says: string, prove: Prove) =>
  inspection('field', `Inspection.${name}`, says, prove)

/** Read back from the inspection as it was sent. */
const kept = (name: keyof typeof INSPECTION, says: string) =>
  field(name, says, ({ expect, read, id }) =>
    expect(read.entities.inspections[id][name]).toEqual(INSPECTION[name]),
  )

export const inspectionRows: Row[] = [
  field('id', 'string; unique, assigned by the service', async ({ expect, read, id, newInspection }) => {
    expect(read.entities.inspections[id].id).toBe(id)
    const made = [await newInspection({ tasks: {}, id }), await newInspection({ tasks: {}, id })]
    expect(new Set([...made, id]).size).toBe(3)
  }),
  field('createdAt', 'string, ISO 8601 timestamp', ({ expect, read, id }) => {
    const { createdAt } = read.entities.inspections[id]
    expect(createdAt).toMatch(ISO_8601)
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(3_600_000)
  }),
  field(
    'deletedAt',
    'string, ISO 8601 timestamp; set when soft-deleted',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection()
      const path = `/inspections/${id}?showDeletedObjects=true`
      expect((await make('GET', path)).entities.inspections[id].deletedAt).toBeNull()
      await make('DELETE', `/inspections/${id}`)
      expect((await make('GET', path)).entities.inspections[id].deletedAt).toMatch(ISO_8601)
    },
  ),
  field('deleted', 'boolean; true in the delete response', async ({ expect, make, newInspection }) => {
    const id = await newInspection()
    expect((await make('DELETE', `/inspections/${id}`)).entities.inspections[id].deleted).toBe(true)
  }),
  field('ownerId', 'string', async ({ expect, read, id, subjectOf }) =>
    expect(read.entities.inspections[id].ownerId).toBe(await subjectOf('alder-manager')),
  ),
  field('creatorId', 'string', async ({ expect, read, id, subjectOf }) =>
    expect(read.entities.inspections[id].creatorId).toBe(await subjectOf('alder-manager')),
  ),
  field('images', 'array of image ids', ({ expect, read, id, imageId, uploaded }) => {
    expect(read.entities.inspections[id].images).toEqual([imageId, uploaded.result])
    expect(Object.keys(read.entities.images).toSorted()).toEqual([imageId, uploaded.result].toSorted())
  }),
  field('tasks', 'array of task ids', ({ expect, read, id }) => {
    const tasks: string[] = read.entities.inspections[id].tasks
    expect(tasks.map((task) => read.entities.tasks[task].name)).toEqual(
      expect.arrayContaining(Object.keys(INSPECTION.tasks)),
    )
  }),
  kept('inspectionType', 'InspectionType'),
  kept('accidentNature', 'string'),
  field(
    'relatedInspectionId',
    'string; id of another inspection',
    async ({ expect, read, id, related, ask }) => {
      expect(read.entities.inspections[id].relatedInspectionId).toBe(related)
      const unknown = { tasks: {}, relatedInspectionId: '00000000-0000-7000-8000-000000000000' }
      expect((await ask('POST', '/inspections', { json: unknown })).status).toBe(404)
    },
  ),
  kept('usageDuration', 'number'),
  field('damageAreas', 'array of DamageArea', async ({ expect, read, id, at, service }) => {
    expect(read.entities.inspections[id].damageAreas).toEqual(DAMAGE_AREAS)
    const wire = (await service.call('GET', at)).body.damage_areas
    expect(wire[0]).toEqual({ id: 'area-front', relevant_elements: DAMAGE_AREAS[0]?.relevantElements })
  }),
  kept('additionalData', 'InspectionAdditionalData'),
]

const TEXTS = [
  'brand',
  'model',
  'plate',
  'vehicleType',
  'series',
  'vehicleStyle',
  'vehicleAge',
  'vin',
  'color',
  'exteriorCleanliness',
  'interiorCleanliness',
  'dateOfCirculation',
] as const

const vehicle = rowsOf('2 Vehicle')

/** Read back from the vehicle of the inspection, which is an entity of its own. */
const keptVehicle = (path: string, says: string, sent: unknown) =>
  vehicle('field', `Vehicle.${path}`, says, ({ expect, read, id }) => {
    const record = read.entities.vehicles[read.entities.inspections[id].vehicle]
    expect(record).toHaveProperty(path, sent)
  })

const amount = (name: 'mileage' | 'marketValue') => [
  keptVehicle(name, 'object {value: number, unit: string}', VEHICLE[name]),
  keptVehicle(`${name}.value`, 'number', VEHICLE[name].value),
  keptVehicle(`${name}.unit`, 'string', VEHICLE[name].unit),
]

export const vehicleRows: Row[] = [
  ...TEXTS.map((name) => keptVehicle(name, 'string', VEHICLE[name])),
  ...amount('mileage'),
  ...amount('marketValue'),
]
