import { type Checks, poll } from '../checks.ts'
import { BOX, INSPECTION, POLYGONS } from './bodies.ts'
import { make, send } from './client.ts'
import { addImage } from './images.ts'

/** Without one of these some client crashes or goes wrong. `[]` is every item of a list, `{}` every value of a map. */
const INSPECTION_PATHS = [
  'id',
  'additional_data',
  'images',
  'parts',
  'tasks',
  'damages',
  'vehicle',
  'vehicle.id',
  'wheel_analysis',
  'severity_results',
  'images[].id',
  'images[].path',
  'images[].mimetype',
  'images[].image_width',
  'images[].image_height',
  'images[].binary_size',
  'images[].image_type',
  'images[].additional_data',
  'images[].rendered_outputs',
  'images[].views',
  'images[].views[].id',
  'images[].views[].element_id',
  'images[].views[].image_region',
  'images[].views[].image_region.specification.bounding_box',
  'images[].views[].image_region.specification.polygons',
  'parts[].id',
  'parts[].part_type',
  'parts[].related_images',
  'parts[].damage_ids',
  'parts[].related_images[].base_image_id',
  'parts[].related_images[].path',
  'damages[].id',
  'damages[].damage_type',
  'damages[].part_ids',
  'damages[].related_images',
  'tasks[].id',
  'tasks[].name',
  'tasks[].status',
  'tasks[].images',
  'severity_results[].id',
  'severity_results[].label',
  'severity_results[].value',
  'severity_results[].value.custom_severity',
  'pricing{}.details',
  'pricing{}.details{}.id',
  'pricing{}.details{}.pricing',
  'vehicle.mileage',
  'vehicle.market_value',
]

const LIST_PATHS = [
  'data',
  'paging',
  'paging.cursors',
  'paging.cursors.before',
  'paging.cursors.after',
  'data[].id',
  'data[].images',
  'data[].additional_data',
  'data[].damages',
  'data[].parts',
  'data[].vehicle',
  'data[].pricing{}.details',
]

const IMAGE_PATHS = [
  'id',
  'path',
  'compliances',
  'compliances.image_quality_assessment',
  'compliances.image_quality_assessment.status',
  'compliances{}',
]

const TASK_PATHS = ['damage_detection', 'wheel_analysis', 'repair_estimate', 'image_ocr'].flatMap((name) =>
  ['id', 'name', 'status', 'images'].map((field) => `${name}.${field}`),
)

export async function checkRequiredFields(checks: Checks): Promise<void> {
  await checks.journey('required fields', async () => {
    const id = await make('/inspections', INSPECTION)
    const image_id = await addImage(id)
    const damage_id = await make(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })
    await make(`/inspections/${id}/views`, { image_id, damage_id, polygons: POLYGONS, bounding_box: BOX })
    await make(`/inspections/${id}/severity_pricing`, { label: 'hood', pricing: 120, level: 2 })
    const read = async (path: string) => (await send('GET', `/inspections/${path}`)).body

    checkPaths(checks, 'inspection', await read(id), INSPECTION_PATHS)
    const list = (await send('GET', '/inspections?limit=1&verbose=1')).body
    checks.equal('list: the newest is the one', Object(list.data)[0]?.id, id)
    checkPaths(checks, 'list', list, LIST_PATHS)
    checkPaths(checks, 'image before its check', await read(`${id}/images/${image_id}`), IMAGE_PATHS)
    const done = await poll(
      () => read(`${id}/images/${image_id}`),
      (image) => Object(Object(image.compliances).image_quality_assessment).status === 'DONE',
    )
    checkPaths(checks, 'image after its check', done, IMAGE_PATHS)
    checkPaths(checks, 'tasks', await read(`${id}/tasks`), TASK_PATHS)
  })
  await checks.journey('required fields of an empty inspection', async () => {
    const id = await make('/inspections', { tasks: {} })
    const { body } = await send('GET', `/inspections/${id}`)
    checkPaths(checks, 'inspection', body, ['vehicle', 'vehicle.id', 'tasks', 'tasks[].id'])
    const lists = ['images', 'parts', 'damages', 'wheel_analysis', 'severity_results', 'documents']
    checks.fields('inspection', body, Object.fromEntries(lists.map((name) => [name, []])))
    checks.equal('inspection pricing', body.pricing ?? null, null)
  })
}

function checkPaths(checks: Checks, name: string, root: unknown, paths: string[]): void {
  for (const path of paths) {
    const values = valuesAt([root], path.match(/[^.[\]{}]+|\[\]|\{\}/g) ?? [])
    const there = values.length > 0 && values.every((value) => value !== null && value !== undefined)
    checks.that(`${name}: ${path}`, there, values.length === 0 ? 'there is none' : values)
  }
}

function valuesAt(values: unknown[], [step, ...rest]: string[]): unknown[] {
  if (step === undefined) return values
  if (step === '[]')
    return valuesAt(
      values.flatMap((value) => (Array.isArray(value) ? value : [])),
      rest,
    )
  if (step === '{}')
    return valuesAt(
      values.flatMap((value) => Object.values(Object(value))),
      rest,
    )
  return valuesAt(
    values.map((value) => Object(value)[step]),
    rest,
  )
}
