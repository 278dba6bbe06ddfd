import { type Prove, type Row, rowsOf } from './row.ts'
import { ENTITIES, TASKS } from './sent.ts'

const endpoints = rowsOf('4 Endpoints')

export const formRows: Row[] = [
  endpoints(
    'rule',
    'answers have entities by kind and id, and a result',
    'Responses are shown in a normalized form: an entities object with one map per resource kind, keyed by record id, and a result holding the id (or ids) of the main record.',
    async ({ expect, ask, id, album }) => {
      const one = await ask('GET', `/inspections/${id}`)
      expect(one.headers.get('content-type')).toBe(ENTITIES)
      expect(one.body.result).toBe(id)
      for (const map of Object.values<Record<string, { id: string }>>(one.body.entities))
        for (const [key, record] of Object.entries(map)) expect(record.id).toBe(key)
      const many = await ask('GET', `${album.path}?limit=2`)
      expect(many.body.result).toEqual(album.newestFirst.slice(0, 2))
    },
  ),
  endpoints(
    'rule',
    'a deleted record is shown as {id, deleted: true}',
    'Delete responses show the removed record as {id, deleted: true}.',
    async ({ expect, make, newInspection, addImage }) => {
      const id = await newInspection()
      const image = (await addImage(id)).body.result
      const picture = await make('DELETE', `/inspections/${id}/images/${image}`)
      expect(picture.entities.images).toEqual({ [image]: { id: image, deleted: true } })
      const whole = await make('DELETE', `/inspections/${id}`)
      expect(whole.entities.inspections).toEqual({ [id]: { id, deleted: true } })
    },
  ),
]

const tasks = rowsOf('4 Tasks')
const UPDATE = 'PATCH /inspections/{inspection_id}/tasks/{task_name}'

export const taskOperationRows: Row[] = [
  tasks(
    'operation',
    'GET /inspections/{inspection_id}/tasks/{task_name}',
    'Get one: task entity',
    async ({ expect, make, id, at }) => {
      const { entities, result } = await make('GET', `${at}/tasks/wheel_analysis`)
      expect(entities.tasks).toEqual({ [result]: expect.objectContaining({ id: result, inspectionId: id }) })
      expect(entities.tasks[result].name).toBe('wheel_analysis')
    },
  ),
  tasks(
    'operation',
    'GET /inspections/{inspection_id}/tasks',
    'List: all tasks of the inspection, keyed by id',
    async ({ expect, make, at, created }) => {
      const { entities } = await make('GET', `${at}/tasks`)
      expect(Object.keys(entities.tasks).toSorted()).toEqual(Object.keys(created.entities.tasks).toSorted())
      for (const [key, task] of Object.entries<{ id: string }>(entities.tasks)) expect(task.id).toBe(key)
    },
  ),
  tasks(
    'operation',
    UPDATE,
    'Update: task entity map and result = task id',
    async ({ expect, addImage, make, newInspection }) => {
      const id = await newInspection({ tasks: { wheel_analysis: {} } })
      await addImage(id, { tasks: ['wheel_analysis'] })
      const path = `/inspections/${id}/tasks/wheel_analysis`
      const { result: task } = await make('GET', path)
      const { entities, result } = await make('PATCH', path, { json: { status: 'TODO' } })
      expect(result).toBe(task)
      expect(entities.tasks[task]).toMatchObject({ id: task, status: 'TODO' })
    },
  ),
  tasks('field', `${UPDATE} status`, 'ProgressStatusUpdate', async ({ expect, make, newInspection }) => {
    const path = `/inspections/${await newInspection({ tasks: { dashboard_ocr: {} } })}/tasks/dashboard_ocr`
    await make('PATCH', path, { json: { status: 'TODO' } })
    const { entities, result } = await make('GET', path)
    expect(entities.tasks[result].status).toBe('TODO')
  }),
  tasks('field', `${UPDATE} arguments`, 'any', async ({ expect, make, newInspection }) => {
    const path = `/inspections/${await newInspection({ tasks: TASKS })}/tasks/damage_detection`
    await make('PATCH', path, { json: { arguments: { damageScoreThreshold: 0.7 } } })
    const { entities, result } = await make('GET', path)
    expect(entities.tasks[result]).toMatchObject({
      damageScoreThreshold: 0.7,
      arguments: { ...TASKS.damage_detection, damageScoreThreshold: 0.7 },
    })
  }),
]

const images = rowsOf('4 Images')
const option = (name: string, says: string, prove: Prove) =>
  images('option', `Images list ${name}`, says, prove)
const byDefault = (name: string, says: string, prove: Prove) =>
  images('default', `Images list ${name} default`, says, prove)
const page = (name: string, says: string, prove: Prove) => images('field', `page.${name}`, says, prove)

export const imageOperationRows: Row[] = [
  images(
    'operation',
    'GET /inspections/{inspection_id}/images',
    'List: a page of images, with paging info',
    async ({ expect, make, album }) => {
      const { result, entities, paging } = await make('GET', `${album.path}?limit=3`)
      expect(result).toEqual(album.newestFirst.slice(0, 3))
      expect(Object.keys(entities.images).toSorted()).toEqual(result.toSorted())
      expect(Object.keys(paging).toSorted()).toEqual(['cursors', 'next', 'previous'])
    },
  ),
  images(
    'operation',
    'POST /inspections/{inspection_id}/images',
    'Add: image entity; result = image id',
    ({ expect, uploaded, id }) =>
      expect(uploaded.entities.images[uploaded.result]).toMatchObject({
        id: uploaded.result,
        inspection: { id },
        imageWidth: 320,
      }),
  ),
  option('limit', 'number', async ({ expect, ask, make, album }) => {
    expect((await make('GET', `${album.path}?limit=5`)).result).toHaveLength(5)
    for (const limit of ['0', 'many'])
      expect((await ask('GET', `${album.path}?limit=${limit}`)).status).toBe(400)
  }),
  byDefault('limit', '100', async ({ expect, make, album }) =>
    expect((await make('GET', album.path)).result).toEqual(album.newestFirst.slice(0, 100)),
  ),
  option('before', 'string (cursor)', async ({ expect, ask, make, album }) => {
    const cursor = album.newestFirst[10]
    const { result } = await make('GET', `${album.path}?limit=3&before=${cursor}`)
    expect(result).toEqual(album.newestFirst.slice(7, 10))
    expect((await ask('GET', `${album.path}?before=unknown`)).status).toBe(404)
  }),
  byDefault('before', 'none', async ({ expect, make, album }) => {
    const { result } = await make('GET', `${album.path}?limit=500`)
    expect(result.at(-1)).toBe(album.newestFirst.at(-1))
  }),
  option('after', 'string (cursor)', async ({ expect, ask, make, album }) => {
    const cursor = album.newestFirst[10]
    const { result } = await make('GET', `${album.path}?limit=3&after=${cursor}`)
    expect(result).toEqual(album.newestFirst.slice(11, 14))
    expect((await ask('GET', `${album.path}?after=unknown`)).status).toBe(404)
  }),
  byDefault('after', 'none', async ({ expect, make, album }) =>
    expect((await make('GET', `${album.path}?limit=1`)).result).toEqual(album.newestFirst.slice(0, 1)),
  ),
  option('paginationOrder', 'PaginationOrder', async ({ expect, make, album }) => {
    const { result } = await make('GET', `${album.path}?limit=500&paginationOrder=asc`)
    expect(result).toEqual(album.newestFirst.toReversed())
  }),
  byDefault('paginationOrder', 'desc', async ({ expect, make, album }) =>
    expect((await make('GET', `${album.path}?limit=500`)).result).toEqual(album.newestFirst),
  ),
  page('data', 'array', async ({ expect, make, service, album }) => {
    const wire = (await service.call('GET', `${album.path}?limit=2`)).body.data
    const { result } = await make('GET', `${album.path}?limit=2`)
    // The records stand in entities, so the normalised page keeps their ids.
    expect(wire.map((image: { id: string }) => image.id)).toEqual(result)
  }),
  page('paging', 'object', async ({ expect, make, album }) =>
    expect((await make('GET', `${album.path}?limit=2`)).paging).toEqual(expect.any(Object)),
  ),
  page('cursors', 'object', async ({ expect, make, album }) => {
    const { paging } = await make('GET', `${album.path}?limit=2`)
    const [before, after] = album.newestFirst
    expect(paging.cursors).toMatchObject({ before, after })
  }),
  page('previous', 'string', async ({ expect, make, album }) => {
    const { paging } = await make('GET', `${album.path}?limit=2&after=${album.newestFirst[3]}`)
    expect(paging.previous).toBe(album.newestFirst[4])
    const back = await make('GET', `${album.path}?limit=2&before=${paging.previous}`)
    expect(back.result).toEqual(album.newestFirst.slice(2, 4))
  }),
  page('next', 'string', async ({ expect, make, album }) => {
    const { paging } = await make('GET', `${album.path}?limit=2`)
    expect(paging.next).toBe(album.newestFirst[1])
    const on = await make('GET', `${album.path}?limit=2&after=${paging.next}`)
    expect(on.result).toEqual(album.newestFirst.slice(2, 4))
  }),
]
