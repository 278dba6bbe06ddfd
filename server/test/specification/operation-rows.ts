import { type Prove, type Row, rowsOf } from './row.ts'
import { INSPECTION, PDF_DATA, VEHICLE } from './sent.ts'

const inspections = rowsOf('4 Inspections')
const GET_ONE = 'GET /inspections/{inspection_id}'

const reading: Row[] = [
  inspections(
    'operation',
    GET_ONE,
    'Get one: the inspection with all its tasks',
    ({ expect, read, id, created }) => {
      expect(read.result).toBe(id)
      expect(Object.keys(read.entities.tasks).toSorted()).toEqual(
        Object.keys(created.entities.tasks).toSorted(),
      )
    },
  ),
  inspections(
    'option',
    `${GET_ONE} showDeletedObjects`,
    'boolean',
    async ({ expect, make, ask, newInspection }) => {
      const id = await newInspection()
      const { result: damage } = await make('POST', `/inspections/${id}/damages`, {
        json: { damageType: 'dent', partType: 'roof' },
      })
      await make('DELETE', `/inspections/${id}/damages/${damage}`)
      const { entities } = await make('GET', `/inspections/${id}?showDeletedObjects=true`)
      expect(Object.keys(entities.damages)).toEqual([damage])
      expect((await ask('GET', `/inspections/${id}?showDeletedObjects=perhaps`)).status).toBe(400)
    },
  ),
  inspections(
    'default',
    `${GET_ONE} showDeletedObjects default`,
    'false',
    async ({ expect, make, ask, newInspection }) => {
      const id = await newInspection()
      await make('DELETE', `/inspections/${id}`)
      for (const query of ['', '?showDeletedObjects=false'])
        expect((await ask('GET', `/inspections/${id}${query}`)).status).toBe(404)
      expect((await ask('GET', `/inspections/${id}?showDeletedObjects=true`)).status).toBe(200)
    },
  ),
  inspections(
    'operation',
    'GET /inspections',
    'List: inspections created by the user or organization, with their images and damages',
    async ({ expect, make, id, imageId, uploaded, damaged }) => {
      const list = await make('GET', '/inspections?limit=500&verbose=1')
      expect(list.result).toContain(id)
      expect(list.entities.inspections[id].images).toEqual(expect.arrayContaining([imageId, uploaded.result]))
      expect(list.entities.inspections[id].damages).toEqual([damaged.result])
      expect(list.entities.images[imageId].imageWidth).toBe(320)
      expect(list.entities.damages[damaged.result].damageType).toBe('scratch')
    },
  ),
]

const writing: Row[] = [
  inspections(
    'operation',
    'POST /inspections',
    'Create: the unique inspection id, plus entities for images, vehicles, tasks and inspections',
    ({ expect, created, id }) => {
      expect(created.result).toBe(id)
      const { inspections, images, vehicles, tasks } = created.entities
      expect([inspections, images, vehicles, tasks].map((map) => Object.keys(map).length)).toEqual([
        1, 1, 1, 5,
      ])
    },
  ),
  inspections(
    'operation',
    'PATCH /inspections/{inspection_id}/pdf_data',
    'Add additional data: entities (empty maps in the sample)',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection()
      const { entities, result } = await make('PATCH', `/inspections/${id}/pdf_data`, { json: PDF_DATA })
      expect(result).toBe(id)
      expect(Object.keys(entities)).toEqual(expect.arrayContaining(['inspections', 'images', 'tasks']))
      for (const map of Object.values(entities)) expect(map).toEqual({})
    },
  ),
  inspections(
    'operation',
    'DELETE /inspections/{inspection_id}',
    'Delete: id, the inspection as {id, deleted: true}, result = id',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection()
      const gone = await make('DELETE', `/inspections/${id}`)
      expect([gone.result, gone.entities.inspections]).toEqual([id, { [id]: { id, deleted: true } }])
    },
  ),
]

const option = (name: string, says: string, prove: Prove) =>
  inspections('option', `Inspections list ${name}`, says, prove)
const byDefault = (name: string, says: string, prove: Prove) =>
  inspections('default', `Inspections list ${name} default`, says, prove)

const listing: Row[] = [
  option('ownershipFilter', 'OwnershipFilter', async ({ expect, newInspection, listIds }) => {
    const other = await newInspection({ tasks: {} }, 'alder-member')
    expect(await listIds('&ownershipFilter=own_resources')).not.toContain(other)
    expect(await listIds('&ownershipFilter=organization_resources')).toContain(other)
  }),
  byDefault('ownershipFilter', 'own_resources', async ({ expect, newInspection, listIds }) => {
    const own = await newInspection()
    const other = await newInspection({ tasks: {} }, 'alder-member')
    const seen = await listIds()
    expect([seen.includes(own), seen.includes(other)]).toEqual([true, false])
  }),
  option('inspectionStatus', 'InspectionStatus', async ({ expect, listIds, byStatus }) => {
    const seen = await listIds('&inspectionStatus=ERROR')
    expect(Object.values(byStatus).filter((id) => seen.includes(id))).toEqual([byStatus.ERROR])
  }),
  byDefault('inspectionStatus', 'none', async ({ expect, listIds, byStatus }) =>
    expect(await listIds()).toEqual(expect.arrayContaining(Object.values(byStatus))),
  ),
  option('showDeleted', 'boolean', async ({ expect, make, ask, newInspection, listIds }) => {
    const id = await newInspection()
    await make('DELETE', `/inspections/${id}`)
    expect(await listIds('&showDeleted=false')).not.toContain(id)
    expect((await ask('GET', '/inspections?showDeleted=perhaps')).status).toBe(400)
  }),
  byDefault('showDeleted', 'true', async ({ expect, make, newInspection, listIds }) => {
    const id = await newInspection()
    await make('DELETE', `/inspections/${id}`)
    expect(await listIds()).toContain(id)
  }),
  option('verbose', 'number', async ({ expect, make, ask, id, damaged }) => {
    const { entities } = await make('GET', '/inspections?limit=500&verbose=1')
    expect(entities.inspections[id].damages).toEqual([damaged.result])
    expect((await ask('GET', '/inspections?verbose=loud')).status).toBe(400)
  }),
  byDefault('verbose', '0', async ({ expect, make, id }) => {
    const [left, zero] = [
      await make('GET', '/inspections?limit=500'),
      await make('GET', '/inspections?limit=500&verbose=0'),
    ]
    expect(Object.keys(left.entities.inspections[id])).toEqual(Object.keys(zero.entities.inspections[id]))
    expect(left.entities.inspections[id]).not.toHaveProperty('damages')
  }),
]

/** Sent with the inspection and read back in another request. */
const kept = (name: keyof typeof INSPECTION, says: string) =>
  inspections('field', `CreateInspection.${name}`, says, ({ expect, read, id }) =>
    expect(read.entities.inspections[id][name]).toEqual(INSPECTION[name]),
  )
const sent = (name: string, says: string, prove: Prove) =>
  inspections('field', `CreateInspection.${name}`, says, prove)

const creating: Row[] = [
  sent('tasks', 'CreateInspectionTaskOptions', ({ expect, read }) => {
    const names = Object.values<{ name: string }>(read.entities.tasks).map((task) => task.name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(INSPECTION.tasks)))
  }),
  sent('vehicle', 'vehicle object (section 2)', ({ expect, read, id }) =>
    expect(read.entities.vehicles[read.entities.inspections[id].vehicle]).toMatchObject(VEHICLE),
  ),
  sent('images', 'array of CreateImage', ({ expect, created, id, imageId }) =>
    expect([created.entities.inspections[id].images, created.entities.images[imageId].name]).toEqual([
      [imageId],
      'front left',
    ]),
  ),
  kept('damageAreas', 'array of DamageArea'),
  kept('inspectionType', 'InspectionType'),
  kept('additionalData', 'InspectionAdditionalData'),
  kept('accidentNature', 'string'),
  sent('relatedInspectionId', 'string', ({ expect, read, id, related }) =>
    expect(read.entities.inspections[id].relatedInspectionId).toBe(related),
  ),
  kept('usageDuration', 'number'),
  inspections(
    'rule',
    'created tasks are NOT_STARTED',
    'Created tasks start with status NOT_STARTED.',
    ({ expect, created }) => {
      const tasks = Object.values<{ status: string }>(created.entities.tasks)
      expect(tasks.map((task) => task.status)).toEqual(Array(5).fill('NOT_STARTED'))
    },
  ),
]

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Sent as report data, answered, and kept in the inspection. */
const reportField = (path: string, says: string, value: unknown) =>
  inspections('field', `PdfInputData.${path}`, says, async ({ expect, make, newInspection }) => {
    const id = await newInspection()
    const [name = '', ...inner] = path.split('.')
    const { pdfData } = await make('PATCH', `/inspections/${id}/pdf_data`, { json: PDF_DATA })
    expect(pdfData).toHaveProperty(path, value)
    const { entities } = await make('GET', `/inspections/${id}`)
    const stored = entities.inspections[id].additionalData.pdf_data
    expect(stored).toHaveProperty([snake(name), ...inner], value)
  })

const reportAmount = (name: 'mileage' | 'marketValue', says: string) => [
  reportField(name, says, PDF_DATA[name]),
  reportField(`${name}.value`, 'number', PDF_DATA[name].value),
  reportField(`${name}.unit`, 'string', PDF_DATA[name].unit),
]

const reportData: Row[] = [
  ...reportAmount('mileage', 'object {value: number, unit: string}'),
  ...reportAmount('marketValue', 'given as number, with sub-fields value (number) and unit (string)'),
  ...Object.entries(PDF_DATA)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => reportField(name, 'string', value)),
]

export const inspectionOperationRows: Row[] = [...reading, ...writing, ...listing, ...creating, ...reportData]
