import type { Checks } from '../checks.ts'
import { http, subject } from '../http-client.ts'

const ORIGIN = 'https://app.example'
/** A `*` would not cover `authorization`, so each has to be named. */
const HEADERS = [
  'authorization',
  'content-type',
  'access-control-allow-origin',
  'x-monk-sdk-version',
  'sentry-trace',
  'baggage',
]

const INSPECTION = '/v1/inspections/01900000-0000-7000-8000-000000000000'
const ITEM = '01900000-0000-7000-8000-000000000001'

/** Every request the clients make from a page. */
const REQUESTS: [string, string][] = [
  ['POST', '/v1/inspections'],
  ['GET', INSPECTION],
  ['GET', '/v1/inspections'],
  ['GET', '/v1/inspections/count'],
  ['PATCH', INSPECTION],
  ['PATCH', `${INSPECTION}/pdf_data`],
  ['DELETE', INSPECTION],
  ['GET', `${INSPECTION}/tasks`],
  ['GET', `${INSPECTION}/tasks/damage_detection`],
  ['PATCH', `${INSPECTION}/tasks/damage_detection`],
  ['POST', `${INSPECTION}/images`],
  ['GET', `${INSPECTION}/images`],
  ['GET', `${INSPECTION}/images/${ITEM}`],
  ['PATCH', `${INSPECTION}/images/${ITEM}`],
  ['DELETE', `${INSPECTION}/images/${ITEM}`],
  ['POST', `${INSPECTION}/images/delete`],
  ['PATCH', `${INSPECTION}/images/${ITEM}/damage_areas`],
  ['POST', `${INSPECTION}/views`],
  ['DELETE', `${INSPECTION}/views/${ITEM}`],
  ['POST', `${INSPECTION}/damages`],
  ['DELETE', `${INSPECTION}/damages/${ITEM}`],
  ['POST', `${INSPECTION}/severity_pricing`],
  ['PATCH', `${INSPECTION}/severity_pricing/${ITEM}`],
  ['POST', `${INSPECTION}/pricing`],
  ['PATCH', `${INSPECTION}/pricing/${ITEM}`],
  ['DELETE', `${INSPECTION}/pricing/${ITEM}`],
  ['PATCH', `${INSPECTION}/vehicle`],
  ['POST', `${INSPECTION}/pdf`],
  ['GET', `${INSPECTION}/pdf`],
  ['GET', '/image_resize/?image_url=x&width=1&height=1'],
  // The same paths without the version, for apps that are configured so.
  ['POST', '/inspections'],
  ['PATCH', `${INSPECTION.slice(3)}/tasks/damage_detection`],
]

export async function checkPreflights(checks: Checks): Promise<void> {
  await checks.journey('preflight', async () => {
    for (const [method, path] of REQUESTS) await preflight(checks, method, path)
  })
}

async function preflight(checks: Checks, method: string, path: string): Promise<void> {
  const { status, headers } = await http.ask({
    method: 'OPTIONS',
    url: `${subject.url}${path}`,
    headers: {
      origin: ORIGIN,
      'access-control-request-method': method,
      'access-control-request-headers': HEADERS.join(','),
    },
  })
  const name = `${method} ${path.replace(/01900000-[0-9a-f-]+/g, '{id}')}`
  checks.that(`${name}: answered without a token`, status >= 200 && status < 300, status)
  checks.that(
    `${name}: the page is let in`,
    ['*', ORIGIN].includes(String(headers['access-control-allow-origin'])),
    headers,
  )
  checks.that(
    `${name}: the method is allowed`,
    words(headers['access-control-allow-methods']).includes(method.toLowerCase()),
    headers['access-control-allow-methods'],
  )
  const allowed = words(headers['access-control-allow-headers'])
  checks.equal(
    `${name}: every header is named`,
    HEADERS.filter((header) => !allowed.includes(header)),
    [],
  )
}

const words = (value: string | string[] | undefined) =>
  String(value ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
