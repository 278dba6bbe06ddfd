import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { stream } from './bare-events.ts'
import { download, upload } from './bare-pictures.ts'

/**
 * What the engines cost by themselves: `node:http` and `pg` on the rows that the service reads and writes, with prepared
 * statements, and without tokens, rules, limits, log or row-level security. A program of its own beside the api.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_OWNER_URL, max: 10 })

const rowsOf = (table: string, of: string) =>
  `(select coalesce(json_agg(rows), '[]') from (select * from ${table} where org_id = ${of}.org_id and inspection_id = ${of}.id order by id) rows) as ${table}`
const CHILDREN = [
  'images',
  'parts',
  'damages',
  'views',
  'rendered_outputs',
  'wheel_analyses',
  'documents',
  'pricings',
  'tasks',
]
const READ = `select inspections.*,
  (select to_json(vehicles) from vehicles where org_id = inspections.org_id and inspection_id = inspections.id) as vehicle,
  ${CHILDREN.map((table) => rowsOf(table, 'inspections')).join()}
  from inspections where org_id = $1 and id = $2`
const LIST = `select page.*, ${rowsOf('images', 'page')}
  from (select * from inspections where org_id = $1 and deleted_at is null order by id desc limit $2) page`

const STATEMENTS = {
  inspection: `insert into inspections (org_id, id, owner_id, creator_id, additional_data) values ($1, $2, $3, $3, $4)`,
  vehicle: `insert into vehicles (org_id, inspection_id, id, plate, brand, model) values ($1, $2, gen_random_uuid(), $3, $4, $5)`,
  tasks: `insert into tasks (org_id, inspection_id, id, name, arguments) select $1, $2, gen_random_uuid(), name, '{}' from unnest($3::text[]) as name`,
  event: `insert into events (org_id, inspection_id, id, type, payload) values ($1, $2, gen_random_uuid(), 'inspection.created', '{}')`,
}
type Statement = keyof typeof STATEMENTS

async function read(url: URL): Promise<unknown> {
  const values = [url.searchParams.get('org'), url.searchParams.get('id')]
  return (await pool.query({ name: 'read', text: READ, values })).rows[0]
}

async function list(url: URL): Promise<unknown> {
  const values = [url.searchParams.get('org'), Number(url.searchParams.get('limit'))]
  return { data: (await pool.query({ name: 'list', text: LIST, values })).rows }
}

async function create(url: URL, request: IncomingMessage): Promise<unknown> {
  const body = JSON.parse((await bytesOf(request)).toString())
  const org = url.searchParams.get('org')
  const client = await pool.connect()
  const run = (name: Statement, values: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values: [org, body.id, ...values] })
  try {
    await client.query('begin')
    await run('inspection', ['somebody', JSON.stringify(body.additional_data)])
    await run('vehicle', [body.vehicle.plate, body.vehicle.brand, body.vehicle.model])
    await run('tasks', [Object.keys(body.tasks)])
    await run('event', [])
    const { rows } = await client.query({ name: 'read', text: READ, values: [org, body.id] })
    await client.query('commit')
    return rows[0]
  } finally {
    client.release()
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const PATHS: Record<string, (url: URL, request: IncomingMessage) => Promise<unknown>> = {
  '/read': read,
  '/list': list,
  '/create': create,
  '/upload': upload,
}
type Send = (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<void>
const STREAMS: Record<string, Send> = { '/download': download, '/events': stream }

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const send = STREAMS[url.pathname]
  if (send) return send(url, request, response)
  const body = JSON.stringify((await PATHS[url.pathname]?.(url, request)) ?? {})
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
}).listen(Number(process.env.BARE_PORT), '127.0.0.1')
