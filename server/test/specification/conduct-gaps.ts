import { imageForm, jpeg } from '../factories.ts'
import { withJpegSize } from '../pictures.ts'
import { type Gap, gapsOf } from './row.ts'
import { DAMAGE } from './sent.ts'

const state = gapsOf('3 States and transitions')

const stateGaps: Gap[] = [
  state(
    'transitions of an inspection',
    'Transitions: not shown.',
    'Its status follows its tasks: ERROR if one is, VALIDATED if all are, DONE if all are done or validated or wait for a person, NOT_STARTED if none has started, else IN_PROGRESS.',
    async ({ expect, make, newInspection }) => {
      const id = await newInspection()
      const path = `/inspections/${id}`
      const seen = []
      for (const status of ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED']) {
        await make('PATCH', `${path}/tasks/compliances`, { json: { status } })
        seen.push((await make('GET', path)).entities.inspections[id].status)
      }
      // The worker may have done the task before it is looked at.
      expect([['IN_PROGRESS'], ['DONE']]).toContainEqual(seen.splice(1, 1))
      expect(seen).toEqual(['NOT_STARTED', 'DONE', 'VALIDATED'])
    },
  ),
  state(
    'transitions of a task',
    'Transitions: not shown (which update value starts a task, and what moves a task to completion, are open).',
    'TODO starts it. The service moves it to IN_PROGRESS and to DONE or ERROR; a person may send DONE, also after ERROR. VALIDATED follows DONE, or at once for a task that waits for a person. A status already reached answers 200, any other step 409.',
    async ({ expect, ask, make, newInspection, waitFor }) => {
      // One that waits for a person: the worker would move any other between two requests.
      const id = await newInspection({ tasks: { dashboard_ocr: {} } })
      const sent = []
      for (const status of ['DONE', 'TODO', 'TODO', 'NOT_STARTED', 'VALIDATED', 'DONE', 'TODO', 'VALIDATED'])
        sent.push((await ask('PATCH', `/inspections/${id}/tasks/dashboard_ocr`, { json: { status } })).status)
      expect(sent).toEqual([409, 200, 200, 409, 200, 200, 200, 200])
      // There is no price table for this region.
      const failed = await newInspection({ tasks: { repair_estimate: { region: 'atlantis' } } })
      const path = `/inspections/${failed}/tasks/repair_estimate`
      await make('PATCH', path, { json: { status: 'TODO' } })
      await waitFor('the task to fail', async () => {
        const { entities, result } = await make('GET', path)
        return entities.tasks[result].status === 'ERROR'
      })
      const { entities, result } = await make('PATCH', path, { json: { status: 'DONE' } })
      expect(entities.tasks[result].status).toBe('DONE')
    },
  ),
]

const endpoints = gapsOf('4 Other operations named in the usual sequence')
const PATHS = 'Paths, request shapes and response shapes of these: not shown.'

const endpointGaps: Gap[] = [
  gapsOf('4 Tasks')(
    'type and content of arguments',
    'Type and content of arguments: not shown.',
    "An object with the same keys as the options on creation. The service merges them into the task's arguments until the task starts.",
    async ({ expect, ask, make, newInspection }) => {
      const id = await newInspection({ tasks: { damage_detection: { first: 1 } } })
      const path = `/inspections/${id}/tasks/damage_detection`
      const { entities, result } = await make('PATCH', path, { json: { arguments: { second: 2 } } })
      expect(entities.tasks[result].arguments).toEqual({ first: 1, second: 2 })
      expect((await ask('PATCH', path, { json: { arguments: 'x' } })).status).toBe(400)
    },
  ),
  endpoints(
    'shapes of the report operations',
    PATHS,
    'POST accepts pricing, customer, clientName, vin and language, or a PDF in the multipart field pdf_data, and returns the report with its status. GET returns its pdfUrl, or 422 until the report is ready.',
    async ({ expect, ask, make, newInspection }) => {
      const path = `/inspections/${await newInspection()}/pdf`
      expect((await ask('GET', path)).body.code).toBe('report_not_requested')
      const options = { pricing: true, customer: 'c', clientName: 'n', vin: 'v', language: 'fr' }
      const { entities, result } = await make('POST', path, { json: options })
      expect(entities.reports[result].status).toBe('IN_PROGRESS')
      const waiting = await ask('GET', path)
      expect([waiting.status, waiting.body.code]).toEqual([422, 'report_not_ready'])
    },
  ),
  endpoints(
    'paths and shapes of the severity endpoints',
    PATHS,
    'POST /inspections/{inspection_id}/severity_pricing with label (a part), level, pricing and repairOperation creates a severity result; PATCH with its id in the path changes it. Both return the severity result.',
    async ({ expect, ask, make, newInspection }) => {
      const path = `/inspections/${await newInspection()}/severity_pricing`
      const json = { label: 'hood', level: 2, pricing: 10, repairOperation: 'repair' }
      const { entities, result } = await make('POST', path, { json })
      expect(entities.severityResults[result].value.customSeverity).toMatchObject({ level: 2, pricing: 10 })
      const changed = await make('PATCH', `${path}/${result}`, { json: { pricing: null } })
      expect(changed.entities.severityResults[result].value.customSeverity.pricing).toBeNull()
      expect((await ask('POST', path, { json: { level: 2 } })).status).toBe(400)
    },
  ),
  endpoints(
    'transmission of options',
    'How the list and get options are transmitted (query string or otherwise): not shown.',
    'In the query string, in camelCase or snake_case. The service refuses unknown parameters.',
    async ({ expect, ask, make, album }) => {
      const camel = await make('GET', `${album.path}?limit=2&paginationOrder=asc`)
      const snake = await make('GET', `${album.path}?limit=2&pagination_order=asc`)
      expect(camel.result).toEqual(snake.result)
      expect((await ask('GET', `${album.path}?sorting=asc`)).status).toBe(400)
    },
  ),
  endpoints(
    'raw bodies',
    'Raw response bodies as sent on the wire, before the normalized form above: not shown.',
    'JSON with snake_case keys. Records are nested, and object_type names the kind of each. Requests may use either case.',
    async ({ expect, service, at, imageId }) => {
      const { body } = await service.call('GET', at)
      expect(body).toMatchObject({ object_type: 'INSPECTION', images: expect.any(Array) })
      expect(body.images[0]).toMatchObject({ id: imageId, object_type: 'IMAGE', image_width: 320 })
      const json = { damage_type: 'dent', part_type: 'hood' }
      const snake = await service.call('POST', `${at}/damages`, { json })
      const camel = await service.call('POST', `${at}/damages`, { json: DAMAGE })
      expect([snake.status, camel.status]).toEqual([201, 201])
    },
  ),
]

const events = gapsOf('6 Events')

const eventGaps: Gap[] = [
  events(
    'events and webhooks',
    'Events, webhooks or notifications: not shown.',
    'Every change is an event. Streams tell of it as it happens (GET /events), webhooks and the callbacks of a task send it, signed (Standard Webhooks 1.0).',
    async ({ expect, service, newInspection, addImage, make }) => {
      // The worker of this world knows no internet but the real one, and this address leads nowhere there.
      const callbacks = [{ url: 'https://127.0.0.1/done', headers: {} }]
      const id = await newInspection({ tasks: { damage_detection: { callbacks } } })
      await addImage(id, { tasks: ['damage_detection'] })
      await make('PATCH', `/inspections/${id}/tasks/damage_detection`, { json: { status: 'TODO' } })
      const rows = await service.rows('select type from events where inspection_id = $1', [id])
      expect(rows.map((row) => row.type)).toEqual(
        expect.arrayContaining(['inspection.created', 'task.started']),
      )
      const kept = await service.rows(
        "select callbacks from tasks where inspection_id = $1 and name = 'damage_detection'",
        [id],
      )
      const both = ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR']
      expect(kept[0].callbacks).toEqual([{ events: both, sealed: expect.any(String) }])
    },
  ),
  events(
    'how completion is learnt',
    'Completion of tasks and of PDF generation is awaited by the client; how it learns of completion is open.',
    "By a webhook, a callback or a stream, or by polling the task's status or the report, which returns 422 until it is ready. Retry-After gives the interval, Prefer: wait makes the response wait for the end, and If-None-Match returns 304 if nothing has changed.",
    async ({ expect, ask, byStatus }) => {
      const path = `/inspections/${byStatus.DONE}/tasks/compliances`
      const first = await ask('GET', path)
      expect(first.body.entities.tasks[first.body.result].status).toBe('DONE')
      const etag = first.headers.get('etag') ?? ''
      expect((await ask('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
      const waited = await ask('GET', path, { headers: { prefer: 'wait=5' } })
      expect([waited.status, waited.headers.get('preference-applied')]).toEqual([200, 'wait=5'])
    },
  ),
]

const limits = gapsOf('8 Limits')
const LIMITS = 'Rate limits, maximum page size and maximum sizes of images or payloads: not shown.'

const limitGaps: Gap[] = [
  gapsOf('7 Errors')(
    'errors',
    'Error status codes, error body shape and error conditions: not shown.',
    "application/problem+json with code, message, status, request_id, retryable and errors. errors.md lists the cause and fix for each code. Objects that the caller can't see return 404; a conflict with the current state returns 409.",
    async ({ expect, ask }) => {
      const answer = await ask('GET', '/inspections/unknown')
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      expect(answer.body).toMatchObject({
        status: 404,
        code: 'not_found',
        message: expect.any(String),
        request_id: expect.any(String),
        retryable: false,
        errors: [],
      })
    },
  ),
  {
    ...limits(
      'rate limits',
      LIMITS,
      '6,000 requests per minute for the organization by default, and RATE_LIMIT_PER_MINUTE for each caller if it is set; beyond that, 429 with Retry-After. Adding images counts toward neither.',
      async ({ expect, ask, at }) => {
        const { headers } = await ask('GET', at)
        expect(headers.get('ratelimit-policy')).toBe('"organization";q=6000;w=60')
      },
    ),
    also: { file: 'server/src/http/rate-limit.test.ts', test: '429 for the caller who is over it' },
  },
  limits(
    'maximum page size',
    LIMITS,
    '500 (PAGE_SIZE_MAX). The service reduces a larger limit to this value.',
    async ({ expect, make, album }) => {
      const { paging } = await make('GET', `${album.path}?limit=9999&after=${album.newestFirst[0]}`)
      expect(paging.cursors.previous.limit).toBe(500)
    },
  ),
  limits(
    'maximum sizes',
    LIMITS,
    'A picture can have 25 MiB (otherwise 413) and 50 megapixels (otherwise 422); a JSON body 1 MiB (otherwise 413) and 32 levels (otherwise 400). All limits are settings.',
    async ({ expect, ask, at, service }) => {
      const { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, JSON_BYTES_MAX, JSON_DEPTH_MAX } = service.config
      expect([IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX]).toEqual([25 * 2 ** 20, 50_000_000])
      expect([JSON_BYTES_MAX, JSON_DEPTH_MAX]).toEqual([2 ** 20, 32])
      const pictures = [Buffer.alloc(IMAGE_BYTES_MAX + 1), withJpegSize(await jpeg(), 8_000, 7_000)]
      const codes = []
      for (const picture of pictures)
        codes.push((await ask('POST', `${at}/images`, { form: imageForm(Buffer.from(picture)) })).body.code)
      const deep = `{"comment":${'['.repeat(JSON_DEPTH_MAX)}${']'.repeat(JSON_DEPTH_MAX)}}`
      for (const raw of [`{"comment":"${'x'.repeat(JSON_BYTES_MAX)}"}`, deep]) {
        const headers = { 'content-type': 'application/json' }
        codes.push((await ask('PATCH', `${at}/pdf_data`, { raw, headers })).body.code)
      }
      expect(codes).toEqual(['image_too_large', 'image_too_many_pixels', 'body_too_large', 'body_malformed'])
    },
  ),
  gapsOf('9 Versioning')(
    'version scheme',
    'The version scheme of the service interface itself (version in paths or headers): not shown.',
    '/v1 before every path. The same operations also work without it, so the base URL may omit it.',
    async ({ expect, service, at, bearer }) => {
      const headers = { authorization: await bearer('alder-manager') }
      const bodies = []
      for (const prefix of ['/v1', '']) {
        const answer = await fetch(`${service.url}${prefix}${at}/tasks`, { headers })
        bodies.push([answer.status, await answer.json()])
      }
      expect(bodies[0]).toEqual(bodies[1])
      expect((await fetch(`${service.url}/v2${at}`, { headers })).status).toBe(404)
    },
  ),
]

export const conductGaps: Gap[] = [...stateGaps, ...endpointGaps, ...eventGaps, ...limitGaps]
