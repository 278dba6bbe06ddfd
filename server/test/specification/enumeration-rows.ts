import { type Prove, type Row, rowsOf } from './row.ts'

const enumeration = rowsOf('2 Enumerations')

/** One row for each value: it is accepted where it can be sent, and a value beside it is refused. */
const valuesOf = <V extends string>(name: string, values: readonly V[], prove: (value: V) => Prove): Row[] =>
  values.map((value) => enumeration('enum', `${name} ${value}`, value, prove(value)))

const ACCOUNTS = { own: 'alder-member', colleague: 'alder-member2', manager: 'alder-manager' } as const

const ownership = valuesOf(
  'OwnershipFilter',
  ['own_resources', 'organization_resources', 'all_resources'],
  (value) =>
    async ({ expect, ask, newInspection, listIds }) => {
      const own = await newInspection({ tasks: {} }, ACCOUNTS.manager)
      const colleagues = await newInspection({ tasks: {} }, ACCOUNTS.colleague)
      const strangers = await newInspection({ tasks: {} }, 'birch-manager')
      const seen = await listIds(`&ownershipFilter=${value}`)
      expect([own, colleagues, strangers].map((id) => seen.includes(id))).toEqual([
        true,
        value !== 'own_resources',
        false,
      ])
      expect((await ask('GET', `/inspections?ownershipFilter=${value}_x`)).status).toBe(400)
    },
)

const inspectionStatus = valuesOf(
  'InspectionStatus',
  ['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'],
  (value) =>
    async ({ expect, ask, listIds, byStatus }) => {
      const seen = await listIds(`&inspectionStatus=${value}`)
      const statuses = Object.entries(byStatus).filter(([, id]) => seen.includes(id))
      expect(statuses.map(([status]) => status)).toEqual([value])
      expect((await ask('GET', `/inspections?inspectionStatus=${value}_X`)).status).toBe(400)
    },
)

const inspectionType = valuesOf(
  'InspectionType',
  ['claim', 'check_in_check_out'],
  (value) =>
    async ({ expect, ask, make, newInspection }) => {
      const id = await newInspection({ tasks: {}, inspectionType: value })
      const { entities } = await make('GET', `/inspections/${id}`)
      expect(entities.inspections[id].inspectionType).toBe(value)
      expect((await ask('POST', '/inspections', { json: { tasks: {}, inspectionType: 7 } })).status).toBe(400)
    },
)

/** What is sent before it so that the status is a step a task can take. */
const BEFORE: Record<string, string[]> = {
  NOT_STARTED: [],
  TODO: [],
  DONE: ['TODO'],
  VALIDATED: ['TODO', 'DONE'],
}

const progressStatus = valuesOf(
  'ProgressStatusUpdate',
  ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED'],
  (value) =>
    async ({ expect, ask, addImage, make, newInspection }) => {
      const id = await newInspection({ tasks: { damage_detection: {} } })
      await addImage(id, { tasks: ['damage_detection'] })
      const path = `/inspections/${id}/tasks/damage_detection`
      for (const status of BEFORE[value] ?? []) await make('PATCH', path, { json: { status } })
      const { entities, result } = await make('PATCH', path, { json: { status: value } })
      expect(entities.tasks[result].status).toBe(value)
      expect((await ask('PATCH', path, { json: { status: `${value}_X` } })).status).toBe(400)
    },
)

const taskName = valuesOf(
  'TaskName',
  ['damage_detection', 'wheel_analysis', 'repair_estimate', 'images_ocr'],
  (value) =>
    async ({ expect, ask, make, newInspection }) => {
      const id = await newInspection({ tasks: { [value]: {} } })
      const { entities, result } = await make('GET', `/inspections/${id}/tasks/${value}`)
      expect(entities.tasks[result].name).toBe(value)
      expect((await ask('GET', `/inspections/${id}/tasks/${value}_x`)).status).toBe(404)
      const wrong = await ask('POST', '/inspections', { json: { tasks: { [`${value}_x`]: {} } } })
      expect([wrong.status, wrong.body.code]).toEqual([422, 'task_unknown'])
    },
)

const paginationOrder = valuesOf(
  'PaginationOrder',
  ['asc', 'desc'],
  (value) =>
    async ({ expect, ask, make, album }) => {
      const { result } = await make('GET', `${album.path}?limit=3&paginationOrder=${value}`)
      const ordered = value === 'desc' ? album.newestFirst : album.newestFirst.toReversed()
      expect(result).toEqual(ordered.slice(0, 3))
      expect((await ask('GET', `${album.path}?paginationOrder=${value}_x`)).status).toBe(400)
    },
)

const DAMAGE_TYPES = [
  'body_crack',
  'broken_glass',
  'broken_light',
  'dent',
  'dirt',
  'hubcap_scratch',
  'misshape',
  'missing_hubcap',
  'missing_piece',
  'paint_peeling',
  'rustiness',
  'scattered_scratches',
  'scratch',
  'smash',
  'light_reflection',
  'shadow',
  'car_curve',
]

const damageType = valuesOf(
  'DamageType',
  DAMAGE_TYPES,
  (value) =>
    async ({ expect, ask, make, newInspection }) => {
      const at = `/inspections/${await newInspection()}`
      const json = { damageType: value, partType: 'hood' }
      const { result } = await make('POST', `${at}/damages`, { json })
      expect((await make('GET', at)).entities.damages[result].damageType).toBe(value)
      const wrong = { ...json, damageType: `${value}_x` }
      expect((await ask('POST', `${at}/damages`, { json: wrong })).status).toBe(400)
    },
)

export const enumerationRows: Row[] = [
  ...ownership,
  ...inspectionStatus,
  ...inspectionType,
  ...progressStatus,
  ...taskName,
  ...paginationOrder,
  ...damageType,
  enumeration(
    'rule',
    'the task of text on documents has two spellings',
    'Note: the image-task name list and the sample task name use image_ocr, while TaskName uses images_ocr.',
    async ({ expect, addImage, make, newInspection }) => {
      const id = await newInspection({ tasks: { images_ocr: {} } })
      expect((await addImage(id, { tasks: ['image_ocr'] })).status).toBe(201)
      const { result } = await make('GET', `/inspections/${id}/tasks/images_ocr`)
      expect((await make('GET', `/inspections/${id}/tasks/image_ocr`)).result).toBe(result)
    },
  ),
]
