import { setTimeout as delay } from 'node:timers/promises'
import type { Checks } from '../checks.ts'
import { INSPECTION, INSPECTION_BY_URL, PDF_DATA, PDF_REQUEST } from './bodies.ts'
import { is2xx, make, send } from './client.ts'

export async function checkInspections(checks: Checks): Promise<void> {
  await checks.journey('create', () => create(checks))
  await checks.journey('data for the report', () => pdfData(checks))
  await checks.journey('report', () => report(checks))
  await checks.journey('list', () => list(checks))
  await checks.journey('delete', () => remove(checks))
  await checks.journey('the normalised form', () => normalise(checks))
}

async function create(checks: Checks): Promise<void> {
  const related = await make('/inspections', { tasks: {} })
  const answer = await send('POST', '/inspections', { ...INSPECTION, related_inspection_id: related })
  checks.must('the literal body is accepted', is2xx(answer), answer)
  checks.text('the answer has an id', answer.body.id)
  checks.equal('and says of what', answer.body.object_type, 'INSPECTION')
  const { status, body } = await send('GET', `/inspections/${answer.body.id}?show_deleted_objects=true`)
  checks.equal('it can be read', status, 200)
  checks.fields('read back:', body, {
    id: answer.body.id,
    inspection_type: 'claim',
    accident_nature: 'n',
    usage_duration: 1,
    related_inspection_id: related,
    additional_data: INSPECTION.additional_data,
    damage_areas: [{ id: '1', relevant_elements: ['front'] }],
  })
  checks.fields('vehicle read back:', Object(body.vehicle), {
    vehicle_type: 'cuv',
    vin: 'V',
    serie: 's',
    vehicle_age: '3',
    vehicule_age: '3',
    mileage_value: 1,
    mileage_unit: 'km',
    market_value_value: 2,
    market_value_unit: 'EUR',
  })
  // Nothing may be fetched from an address that is not public, so this way of adding pictures ends in its documented refusal.
  const byUrl = await send('POST', '/inspections', INSPECTION_BY_URL)
  checks.equal(
    'pictures by URL from nowhere are refused',
    [byUrl.status, byUrl.body.code],
    [422, 'image_download_failed'],
  )
  checks.text('with a message', byUrl.body.message)
}

async function pdfData(checks: Checks): Promise<void> {
  const id = await make('/inspections', { tasks: {}, additional_data: { kept: 1 } })
  const answer = await send('PATCH', `/inspections/${id}/pdf_data`, PDF_DATA)
  checks.must('it is accepted', is2xx(answer), answer)
  checks.fields('echo:', answer.body, { id, ...PDF_DATA })
  const { body } = await send('GET', `/inspections/${id}`)
  checks.equal('it is stored beside what was there', body.additional_data, { kept: 1, pdf_data: PDF_DATA })
}

async function report(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  const before = await send('GET', `/inspections/${id}/pdf`)
  checks.equal(
    'before it is asked for',
    [before.status, before.body.message],
    [422, 'PDF has not been required to be generated'],
  )
  const asked = await send('POST', `/inspections/${id}/pdf`, PDF_REQUEST)
  checks.that('it can be asked for', is2xx(asked), asked)
  checks.text('the answer has an id', asked.body.id)
  const poll = await send('GET', `/inspections/${id}/pdf`)
  // 422 makes the client ask again, an address makes it stop; anything else shows an error.
  const goesOn = poll.status === 422 && poll.body.message === 'PDF is not ready yet'
  const ends = poll.status === 200 && /^https:\/\//.test(String(poll.body.pdf_url))
  checks.that('asking for it keeps the client waiting or gives it the report', goesOn || ends, poll)
  // As often and as long as the client asks.
  let ready = poll
  for (let n = 0; n < 30 && ready.status === 422; n++) {
    await delay(2_000)
    ready = await send('GET', `/inspections/${id}/pdf`)
  }
  const opened = await fetch(String(ready.body.pdf_url))
  const start = (await opened.text()).slice(0, 5)
  checks.equal('in the end it opens', [ready.status, opened.status, start], [200, 200, '%PDF-'])
  const again = await send('POST', `/inspections/${id}/pdf`, PDF_REQUEST)
  checks.that('it can be asked for again', is2xx(again), again)
}

async function list(checks: Checks): Promise<void> {
  const made: string[] = []
  for (let n = 0; n < 3; n++) made.unshift(await make('/inspections', INSPECTION))
  const rest = 'show_deleted=false&ownership_filter=own_resources&verbose=1&pagination_order=desc'
  const first = await send('GET', `/inspections?limit=2&inspection_status=NOT_STARTED&${rest}`)
  checks.equal('the literal query is accepted', first.status, 200)
  checks.equal('the newest comes first', idsOf(first.body.data), made.slice(0, 2))
  const next = nextOf(first.body)
  checks.equal('the next page is named', next?.after, made[1])
  const second = await send('GET', `/inspections?limit=1&after=${next?.after}&${rest}`)
  checks.equal('and found', idsOf(second.body.data), made.slice(2))

  // The report service walks on as long as `cursors.next` says so.
  const seen: string[] = []
  let after = ''
  for (let page = 0; page < 50; page++) {
    const { body } = await send('GET', `/inspections?limit=25&${rest}${after}`)
    seen.push(...idsOf(body.data))
    const link = nextOf(body)
    if (!link) {
      after = 'the end'
      break
    }
    after = `&after=${link.after}`
  }
  checks.equal('the walk comes to an end', after, 'the end')
  checks.equal('nothing comes twice', new Set(seen).size, seen.length)
  checks.equal(
    'and all of it comes',
    made.filter((id) => !seen.includes(id)),
    [],
  )
  const last = await send('GET', `/inspections?limit=500&${rest}`)
  checks.equal('the last page names no next one', Object(Object(last.body.paging).cursors).next, null)
}

const idsOf = (data: unknown): string[] => (Array.isArray(data) ? data.map((one) => one.id) : [])

function nextOf(body: Record<string, unknown>): { after?: string } | null {
  return Object(Object(body.paging).cursors).next ?? null
}

async function normalise(checks: Checks): Promise<void> {
  const ask = (method: string, path: string, body?: object) =>
    send(method, path, body, undefined, { accept: 'application/vnd.walkaround.entities+json' })
  const made = await ask('POST', '/inspections', { tasks: {} })
  const id = String(made.body.result)
  checks.equal('a new inspection has its id at the top', made.body.id, id)
  checks.text('and among the entities', Object(Object(Object(made.body.entities).inspections)[id]).id)
  const gone = await ask('DELETE', `/inspections/${id}`)
  checks.equal('a deleted one too', [gone.body.id, gone.body.result], [id, id])
  checks.fields('deleted:', Object(Object(Object(gone.body.entities).inspections)[id]), { id, deleted: true })
}

async function remove(checks: Checks): Promise<void> {
  const id = await make('/inspections', { tasks: {} })
  const answer = await send('DELETE', `/inspections/${id}`)
  checks.equal('the answer has a body', answer.status, 200)
  checks.fields('answer:', answer.body, { id, object_type: 'INSPECTION', deleted: true })
  checks.text('and the time', answer.body.deleted_at)
  const again = await send('DELETE', `/inspections/${id}`)
  checks.equal('deleting it again answers the same', [again.status, again.body.id], [200, id])
  checks.equal('it cannot be read any more', (await send('GET', `/inspections/${id}`)).status, 404)
  const shown = await send('GET', `/inspections/${id}?show_deleted_objects=true`)
  checks.equal('but with show_deleted_objects', [shown.status, shown.body.id], [200, id])
}
