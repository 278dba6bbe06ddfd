import { pdf, reportForm } from '../reports.ts'
import { type Prove, type Row, rowsOf } from './row.ts'
import { BOX, DAMAGE, POLYGONS } from './sent.ts'

const EDGES = ['xmin', 'ymin', 'width', 'height'] as const

const viewField = (name: string, says: string, prove: Prove) =>
  rowsOf('2 View')('field', `View.${name}`, says, prove)

/** The view as it stands in the inspection, not only in the answer to its creation. */
const keptView = (name: string, says: string, sent: unknown) =>
  viewField(name, says, ({ expect, read, viewed }) =>
    expect(read.entities.views[viewed.result]).toHaveProperty(name, sent),
  )

export const viewRows: Row[] = [
  viewField('id', 'string', ({ expect, read, viewed, imageId }) => {
    expect(viewed.result).toEqual(expect.any(String))
    expect(read.entities.images[imageId].views).toEqual([viewed.result])
  }),
  viewField('imageId', 'string', ({ expect, read, viewed, imageId }) =>
    expect(read.entities.views[viewed.result].imageId).toBe(imageId),
  ),
  viewField('damageId', 'string', ({ expect, read, viewed, damaged }) =>
    expect(read.entities.views[viewed.result].damageId).toBe(damaged.result),
  ),
  keptView('polygons', 'array of array of array of number', POLYGONS),
  keptView('boundingBox', 'object {xmin, ymin, width, height}, numbers', BOX),
  ...EDGES.map((edge) => keptView(`boundingBox.${edge}`, 'number', BOX[edge])),
]

const damageField = (name: string, says: string, prove: Prove) =>
  rowsOf('2 Damage')('field', `Damage.${name}`, says, prove)

export const damageRows: Row[] = [
  damageField('id', 'string', ({ expect, read, id, damaged }) =>
    expect(read.entities.inspections[id].damages).toEqual([damaged.result]),
  ),
  damageField('damageType', 'DamageType', ({ expect, read, damaged }) =>
    expect(read.entities.damages[damaged.result].damageType).toBe(DAMAGE.damageType),
  ),
  damageField('partType', 'PartType', ({ expect, read, damaged }) =>
    expect(read.entities.damages[damaged.result].partType).toBe(DAMAGE.partType),
  ),
  damageField('parts', 'array', ({ expect, read, damaged }) => {
    const [part, ...others] = read.entities.damages[damaged.result].parts
    expect([read.entities.parts[part].partType, others]).toEqual([DAMAGE.partType, []])
  }),
]

const views = rowsOf('4 Views')
const CREATE_VIEW = 'POST /inspections/{inspection_id}/views'

const sentWithView = (name: string, says: string, prove: Prove) =>
  views('field', `${CREATE_VIEW} ${name}`, says, prove)

export const viewOperationRows: Row[] = [
  views(
    'operation',
    CREATE_VIEW,
    'Create: view entity; result = view id',
    ({ expect, viewed, imageId, damaged }) =>
      expect(viewed.entities.views[viewed.result]).toMatchObject({
        id: viewed.result,
        imageId,
        damageId: damaged.result,
        polygons: POLYGONS,
        boundingBox: BOX,
      }),
  ),
  sentWithView('imageId', 'string', async ({ expect, ask, at, damaged, viewed, imageId }) => {
    expect(viewed.entities.views[viewed.result].imageId).toBe(imageId)
    const json = { imageId: 'unknown', damageId: damaged.result, boundingBox: BOX }
    expect((await ask('POST', `${at}/views`, { json })).status).toBe(404)
  }),
  sentWithView('newImage', 'CreateViewImage', async ({ expect, make, newInspection, acquisition }) => {
    const at = `/inspections/${await newInspection()}`
    const damageId = (await make('POST', `${at}/damages`, { json: DAMAGE })).result
    const newImage = { name: 'close up', acquisition: acquisition(7), additionalData: { seenBy: 'Ada' } }
    const view = await make('POST', `${at}/views`, { json: { newImage, damageId, boundingBox: BOX } })
    const image = view.entities.views[view.result].imageId
    const { entities } = await make('GET', `${at}/images/${image}`)
    expect(entities.images[image]).toMatchObject({ name: 'close up', additionalData: { seenBy: 'Ada' } })
  }),
  sentWithView('damageId', 'string', async ({ expect, ask, at, imageId }) => {
    const json = { imageId, damageId: 'unknown', boundingBox: BOX }
    expect((await ask('POST', `${at}/views`, { json })).status).toBe(404)
  }),
  sentWithView('polygons', 'number[][][]', async ({ expect, ask, at, imageId, damaged, viewed }) => {
    expect(viewed.entities.views[viewed.result].polygons).toEqual(POLYGONS)
    const json = { imageId, damageId: damaged.result, polygons: [['x']] }
    expect((await ask('POST', `${at}/views`, { json })).status).toBe(400)
  }),
  sentWithView('boundingBox', '{xmin, ymin, width, height}', ({ expect, viewed }) =>
    expect(viewed.entities.views[viewed.result].boundingBox).toEqual(BOX),
  ),
  ...EDGES.map((edge) =>
    sentWithView(`boundingBox.${edge}`, 'number', async ({ expect, ask, at, imageId, damaged, viewed }) => {
      expect(viewed.entities.views[viewed.result].boundingBox[edge]).toBe(BOX[edge])
      const json = { imageId, damageId: damaged.result, boundingBox: { ...BOX, [edge]: 'wide' } }
      expect((await ask('POST', `${at}/views`, { json })).status).toBe(400)
    }),
  ),
  views(
    'operation',
    'DELETE /inspections/{inspection_id}/views/{view_id}',
    'Delete: the view as {id, deleted: true}; result = id',
    async ({ expect, make, newInspection, acquisition }) => {
      const at = `/inspections/${await newInspection()}`
      const damageId = (await make('POST', `${at}/damages`, { json: DAMAGE })).result
      const json = { newImage: { acquisition: acquisition(8) }, damageId, boundingBox: BOX }
      const { result: view } = await make('POST', `${at}/views`, { json })
      const gone = await make('DELETE', `${at}/views/${view}`)
      expect([gone.result, gone.entities.views]).toEqual([view, { [view]: { id: view, deleted: true } }])
      expect((await make('GET', at)).entities.views).toEqual({})
    },
  ),
]

const damages = rowsOf('4 Damages')
const CREATE_DAMAGE = 'POST /inspections/{inspection_id}/damages'

export const damageOperationRows: Row[] = [
  damages(
    'operation',
    CREATE_DAMAGE,
    'Create (add damage to an inspection): damage entity {damageType, partType, id, parts}; result = damage id',
    ({ expect, damaged }) =>
      expect(damaged.entities.damages[damaged.result]).toMatchObject({
        ...DAMAGE,
        id: damaged.result,
        parts: [expect.any(String)],
      }),
  ),
  damages('field', `${CREATE_DAMAGE} damageType`, 'DamageType', async ({ expect, ask, at, damaged }) => {
    expect(damaged.entities.damages[damaged.result].damageType).toBe(DAMAGE.damageType)
    const wrong = { ...DAMAGE, damageType: 'bad luck' }
    expect((await ask('POST', `${at}/damages`, { json: wrong })).status).toBe(400)
  }),
  damages('field', `${CREATE_DAMAGE} partType`, 'PartType', async ({ expect, ask, at, damaged }) => {
    expect(damaged.entities.damages[damaged.result].partType).toBe(DAMAGE.partType)
    const wrong = { ...DAMAGE, partType: 'wing of a plane' }
    expect((await ask('POST', `${at}/damages`, { json: wrong })).status).toBe(400)
  }),
  damages(
    'operation',
    'DELETE /inspections/{inspection_id}/damages/{damage_id}',
    'Delete (remove damage): the damage as {id, deleted: true, parts}; result = id',
    async ({ expect, make, newInspection }) => {
      const at = `/inspections/${await newInspection()}`
      const { result: damage } = await make('POST', `${at}/damages`, { json: DAMAGE })
      const gone = await make('DELETE', `${at}/damages/${damage}`)
      expect(gone.result).toBe(damage)
      expect(gone.entities.damages).toEqual({ [damage]: { id: damage, deleted: true, parts: [] } })
      expect((await make('GET', at)).entities.damages).toEqual({})
    },
  ),
]

const other = rowsOf('4 Other operations named in the usual sequence')
export const otherOperationRows: Row[] = [
  other(
    'operation',
    'POST /inspections/{inspection_id}/pdf',
    'Generate a PDF report: POST /inspections/{inspection_id}/pdf.',
    async ({ expect, ask, make, newInspection, waitFor }) => {
      const id = await newInspection()
      const asked = await make('POST', `/inspections/${id}/pdf`, { json: { clientName: 'Ada' } })
      const report = asked.entities.reports[asked.result]
      expect(report).toMatchObject({ inspectionId: id, status: 'IN_PROGRESS' })
      const made = await waitFor('the report', async () => {
        const { status, body } = await ask('GET', `/inspections/${id}/pdf`)
        return status === 200 && body.entities.reports[asked.result]
      })
      expect(made).toMatchObject({ status: 'DONE', source: 'generated' })
    },
  ),
  other(
    'operation',
    'GET /inspections/{inspection_id}/pdf',
    'Download the PDF report: GET /inspections/{inspection_id}/pdf.',
    async ({ expect, make, newInspection, service }) => {
      const path = `/inspections/${await newInspection()}/pdf`
      await make('POST', path, { form: reportForm(pdf('what was found')) })
      const { entities, result } = await make('GET', path)
      const { pathname } = new URL(entities.reports[result].pdfUrl)
      const file = await fetch(`${service.url}${pathname}`)
      expect([file.status, await file.text()]).toEqual([200, pdf('what was found').toString()])
    },
  ),
  other(
    'rule',
    'severities can be corrected',
    'Severity endpoints used to correct AI results exist.',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection()
      const path = `/inspections/${id}/severity_pricing`
      const { result } = await make('POST', path, { json: { label: 'hood', level: 1, pricing: 80 } })
      await make('PATCH', `${path}/${result}`, { json: { level: 3, repairOperation: 'replace' } })
      const { entities } = await make('GET', `/inspections/${id}`)
      expect(entities.severityResults[result]).toMatchObject({
        label: 'hood',
        isUserModified: true,
        value: { customSeverity: { level: 3, pricing: 80, repairOperation: { REPLACE: true } } },
      })
    },
  ),
]
