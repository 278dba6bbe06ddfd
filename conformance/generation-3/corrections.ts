import { type Checks, poll } from '../checks.ts'
import { BOX, CAMERA_FORM, INSPECTION, POLYGONS } from './bodies.ts'
import { is2xx, make, send } from './client.ts'
import { addImage } from './images.ts'

export async function checkCorrections(checks: Checks): Promise<void> {
  await checks.journey('tasks', () => runTasks(checks))
  await checks.journey('damages and views', () => correctViews(checks))
  await checks.journey('severities', () => correctSeverities(checks))
  await checks.journey('severities without a task of their own', () => followSeverities(checks))
  await checks.journey('one price in both forms', () => correctEstimate(checks))
  await checks.journey('vehicle', () => changeVehicle(checks))
}

async function runTasks(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  await addImage(id)
  const { status, body } = await send('GET', `/inspections/${id}/tasks`)
  checks.equal('the tasks are a map', [status, Array.isArray(body)], [200, false])
  for (const name of [
    'damage_detection',
    'wheel_analysis',
    'repair_estimate',
    'image_ocr',
    'images_ocr',
    'compliances',
  ])
    checks.text(`the map has ${name}`, Object(body[name]).id)
  const one = await send('GET', `/inspections/${id}/tasks/damage_detection`)
  checks.fields('one task:', one.body, {
    id: Object(body.damage_detection).id,
    name: 'damage_detection',
    status: 'NOT_STARTED',
  })
  checks.equal('its image', Object(one.body.images).length, 1)

  await addImage(id, { ...CAMERA_FORM, tasks: [{ name: 'image_ocr', image_details: { image_type: 'VIN' } }] })
  const started = await send('PATCH', `/inspections/${id}/tasks/images_ocr`, {
    status: 'TODO',
    arguments: { use_longshots: true },
  })
  checks.equal(
    'the literal start is accepted',
    [started.status, started.body.id],
    [200, Object(body.image_ocr).id],
  )
  const again = await send('PATCH', `/inspections/${id}/tasks/image_ocr`, { status: 'TODO' })
  checks.equal(
    'again, under its other name, it answers the same',
    [again.status, again.body.id],
    [200, started.body.id],
  )
  checks.runs('and was started once', id, 'images_ocr', 1)
}

async function correctViews(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  const image_id = await addImage(id)
  const damage = await send('POST', `/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })
  checks.must('a damage can be made', is2xx(damage), damage)
  const damage_id = String(damage.body.id)
  const view = await send('POST', `/inspections/${id}/views`, {
    image_id,
    damage_id,
    polygons: POLYGONS,
    bounding_box: BOX,
  })
  checks.must('the literal view is accepted', is2xx(view), view)
  const lost = await send('POST', `/inspections/${id}/views`, { damage_id, bounding_box: BOX, new_image: {} })
  checks.equal('a view that lost its image is refused', lost.status, 422)
  checks.text('with a message', lost.body.message)

  const [shown] = viewsOf(await send('GET', `/inspections/${id}`))
  checks.fields('read back:', shown, { id: view.body.id, element_id: damage_id })
  const region = Object(Object(shown).image_region)
  checks.equal('its box', Object(region.specification).bounding_box, BOX)
  checks.equal('its polygons', Object(region.specification).polygons, POLYGONS)
  checks.equal('its image', region.image_id, image_id)

  const deleted = await send('DELETE', `/inspections/${id}/views/${view.body.id}`)
  checks.equal(
    'it can be deleted',
    [deleted.status, deleted.body.id, deleted.body.deleted],
    [200, view.body.id, true],
  )
  checks.equal('twice', (await send('DELETE', `/inspections/${id}/views/${view.body.id}`)).status, 200)
  checks.equal('and is gone', viewsOf(await send('GET', `/inspections/${id}`)), [])
  const gone = await send('DELETE', `/inspections/${id}/damages/${damage_id}`)
  checks.equal(
    'the damage can be deleted',
    [gone.status, gone.body.id, gone.body.deleted],
    [200, damage_id, true],
  )
  const { parts } = (await send('GET', `/inspections/${id}`)).body
  checks.equal('and its part, empty now, is gone', parts, [])
}

function viewsOf({ body }: { body: Record<string, unknown> }): Record<string, unknown>[] {
  return Array.isArray(body.images) ? body.images.flatMap((image) => image.views) : []
}

async function correctSeverities(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  const made = await send('POST', `/inspections/${id}/severity_pricing`, {
    label: 'hood',
    pricing: 120,
    level: 2,
    repair_operation: 'replace',
  })
  checks.must('a severity can be made', is2xx(made), made)
  checks.text('it has an id', made.body.id)
  const read = async () => {
    const { body } = await send('GET', `/inspections/${id}`)
    return Array.isArray(body.severity_results) ? body.severity_results : []
  }
  const [first] = await read()
  checks.fields('read back:', first, {
    id: made.body.id,
    label: 'hood',
    related_item_type: 'part',
    is_user_modified: true,
  })
  checks.fields('read back:', first?.value?.custom_severity, { level: 2, pricing: 120 })
  checks.equal('replace is a flag on reading', first?.value?.custom_severity?.repair_operation?.REPLACE, true)

  const patch = (body: object) => send('PATCH', `/inspections/${id}/severity_pricing/${made.body.id}`, body)
  checks.that('it can be changed', is2xx(await patch({ pricing: 80, level: 3, repair_operation: 'repair' })))
  const [second] = await read()
  checks.fields('changed:', second?.value?.custom_severity, { level: 3, pricing: 80 })
  checks.equal(
    'changed: repair is no replacement',
    second?.value?.custom_severity?.repair_operation?.REPLACE,
    false,
  )
  checks.that('the price can be taken away', is2xx(await patch({ pricing: null })))
  // There is no DELETE; this is what the client sends instead.
  checks.that(
    'it can be set to nothing',
    is2xx(await patch({ level: 1, pricing: 0, repair_operation: 'repair' })),
  )
  checks.equal('set to nothing it reads 0', (await read())[0]?.value?.custom_severity?.pricing, 0)
}

/** The report lists the damages of parts that have a severity; `damage_severity` at creation is all that asks for one. */
async function followSeverities(checks: Checks): Promise<void> {
  const { repair_estimate: _estimate, ...tasks } = INSPECTION.tasks
  const id = await make('/inspections', { ...INSPECTION, tasks })
  await addImage(id)
  await send('PATCH', `/inspections/${id}/tasks/damage_detection`, { status: 'TODO' })
  const task = await poll(
    () => send('GET', `/inspections/${id}/tasks/damage_detection`),
    ({ body }) => body.status === 'DONE',
  )
  checks.must('damage detection ends', task.body.status === 'DONE', task)
  await make(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })
  const { severity_results } = (await send('GET', `/inspections/${id}`)).body
  const labels = Array.isArray(severity_results) ? severity_results.map((result) => result.label) : []
  checks.that('a damage has a severity', labels.includes('hood'), severity_results)
}

async function changeVehicle(checks: Checks): Promise<void> {
  const id = await make('/inspections', { tasks: {} })
  const answer = await send('PATCH', `/inspections/${id}/vehicle`, {
    vin: 'V',
    mileage: { value: 1, unit: 'km' },
    vehicle_type: 'suv',
  })
  checks.must('it is accepted', is2xx(answer), answer)
  const { body } = await send('GET', `/inspections/${id}`)
  checks.fields('read back:', Object(body.vehicle), {
    id: answer.body.id,
    vin: 'V',
    mileage_value: 1,
    mileage_unit: 'km',
    vehicle_type: 'suv',
  })
}

/** What the rules made, corrected in the form of this generation and in that of the later ones. */
async function correctEstimate(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  await make(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })
  await make(`/inspections/${id}/estimate`, {})
  const read = async () => {
    const { body } = await send('GET', `/inspections/${id}`)
    const [severity] = Array.isArray(body.severity_results) ? body.severity_results : []
    const later = Object(Object(body.pricing).labor_cost)
    return {
      id: String(Object(severity).id),
      shown: [
        Object(Object(Object(severity).value).custom_severity).pricing,
        Object(Object(later.details).hood).pricing,
        later.total_price,
        Object(body.vehicle).repair_estimate,
      ],
    }
  }
  const made = await read()
  checks.that('the estimate has a price', Number(made.shown[0]) > 0, made)
  checks.equal('which both forms show', new Set(made.shown).size, 1)
  await send('PATCH', `/inspections/${id}/severity_pricing/${made.id}`, {
    pricing: 55,
    level: 1,
    repair_operation: 'repair',
  })
  checks.equal('changed as a severity', (await read()).shown, [55, 55, 55, 55])
  await send('PATCH', `/inspections/${id}/pricing/${made.id}`, { pricing: 66 })
  checks.equal('changed as a price', (await read()).shown, [66, 66, 66, 66])
}
