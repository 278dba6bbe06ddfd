import { randomUUID } from 'node:crypto'
import { createImage, createInspection } from './factories.ts'
import type { Service } from './own-service.ts'

export type Link = { id: string; url: string; access_code: string }

export async function createLink(
  service: Service,
  json: object,
  options: { as?: string } = {},
): Promise<Link> {
  const { status, body } = await service.call('POST', '/objection_links', { json, ...options })
  if (status !== 201) throw new Error(`no link: ${JSON.stringify(body)}`)
  return body
}

type Fields = Record<string, string | Blob | Blob[]>

/** What a browser does with a form of a page; it follows no redirect. */
export function sendForm(
  service: Service,
  path: string,
  fields: Fields,
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat())
      if (typeof one === 'string') form.append(name, one)
      else form.append(name, one, 'photo.jpg')
  return fetch(`${service.url}${path}`, { method: 'POST', body: form, headers, redirect: 'manual' })
}

/** The cookie of a browser in which the code of the link was entered. */
export async function openContest(service: Service, { id, access_code: code }: Link): Promise<string> {
  const answer = await sendForm(service, `/contest/${id}`, { code })
  if (answer.status !== 303) throw new Error(`not opened: ${answer.status}`)
  return (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
}

export async function readContestPage(service: Service, { id }: Link, cookie: string): Promise<string> {
  const answer = await fetch(`${service.url}/contest/${id}`, { headers: { cookie, accept: 'text/html' } })
  return answer.text()
}

export function objectTo(service: Service, { id }: Link, cookie: string, fields: Fields = {}) {
  const given = { form_id: randomUUID(), about: '', text: 'It was there before.', ...fields }
  return sendForm(service, `/contest/${id}/objections`, given, { cookie })
}

/** An objection that was sent through the page of a new link; returns its id. */
export async function createObjection(service: Service, json: object, fields: Fields = {}) {
  const link = await createLink(service, json)
  const { status } = await objectTo(service, link, await openContest(service, link), fields)
  if (status !== 303) throw new Error(`not sent: ${status}`)
  const [row] = await service.rows('select id from objections where link_id = $1', [link.id])
  return { link, id: String(row.id) }
}

/** An inspection with a scratch on its hood, and a link to object to it. */
export async function createContested(service: Service) {
  const id = await createInspection(service, { tasks: {}, vehicle: { plate: 'CO 7' } })
  const image_id = await createImage(service, id)
  const post = async (path: string, json: object) =>
    (await service.call('POST', `/inspections/${id}${path}`, { json })).body.id
  const damage_id = await post('/damages', { damage_type: 'scratch', part_type: 'hood' })
  await post('/views', { image_id, damage_id, bounding_box: { xmin: 40, ymin: 60, width: 120, height: 45 } })
  return { id, damage_id, image_id, link: await createLink(service, { inspection_id: id }) }
}
