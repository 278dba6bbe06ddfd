import { type Row, rowsOf } from './row.ts'
import type { World } from './world.ts'

const authentication = rowsOf('5 Authentication')

/** Every operation of the specification. */
const OPERATIONS = [
  'GET /inspections/{inspection_id}',
  'GET /inspections',
  'POST /inspections',
  'PATCH /inspections/{inspection_id}/pdf_data',
  'DELETE /inspections/{inspection_id}',
  'GET /inspections/{inspection_id}/tasks/{task_name}',
  'GET /inspections/{inspection_id}/tasks',
  'PATCH /inspections/{inspection_id}/tasks/{task_name}',
  'GET /inspections/{inspection_id}/images',
  'POST /inspections/{inspection_id}/images',
  'POST /inspections/{inspection_id}/views',
  'DELETE /inspections/{inspection_id}/views/{view_id}',
  'POST /inspections/{inspection_id}/damages',
  'DELETE /inspections/{inspection_id}/damages/{damage_id}',
  'POST /inspections/{inspection_id}/pdf',
  'GET /inspections/{inspection_id}/pdf',
]

/** The request of an operation on things that exist. */
function requestOf({ id, viewed, damaged }: World, operation: string): [method: string, path: string] {
  const [method = '', template = ''] = operation.split(' ')
  const path = template
    .replace('{inspection_id}', id)
    .replace('{task_name}', 'damage_detection')
    .replace('{view_id}', viewed.result)
    .replace('{damage_id}', damaged.result)
  return [method, path]
}

export const authenticationRows: Row[] = [
  authentication(
    'rule',
    'an account of the identity provider is needed',
    'A client logs in to an external identity provider with a registered account and obtains an authentication token.',
    async ({ expect, ask, at, subjectOf }) => {
      expect(await subjectOf('alder-manager')).toMatch(/alder-manager/)
      expect((await ask('GET', at)).status).toBe(200)
      const answer = await ask('GET', at, { as: null, headers: { authorization: 'Bearer made.at.home' } })
      expect([answer.status, answer.body.code]).toEqual([401, 'token_undecodable'])
    },
  ),
  authentication(
    'rule',
    'every operation needs the token',
    'The token is included with every request to the service.',
    async (world) => {
      const { expect, ask } = world
      for (const operation of OPERATIONS) {
        const [method, path] = requestOf(world, operation)
        const body = method === 'GET' || method === 'DELETE' ? {} : { json: {} }
        const answer = await ask(method, path, { as: null, ...body })
        expect([operation, answer.status, answer.body.code]).toEqual([operation, 401, 'token_missing'])
      }
    },
  ),
  authentication(
    'rule',
    'records are scoped by owner, list filters too',
    'Records are scoped by owner and creator; the inspection list filter ownershipFilter selects own resources, organization resources or all resources.',
    async ({ expect, ask, newInspection, listIds }) => {
      const id = await newInspection({ tasks: {} }, 'alder-member')
      const readers = ['alder-member', 'alder-member2', 'alder-manager', 'birch-manager']
      const statuses = []
      for (const as of readers) statuses.push((await ask('GET', `/inspections/${id}`, { as })).status)
      expect(statuses).toEqual([200, 404, 200, 404])
      for (const filter of ['organization_resources', 'all_resources']) {
        expect(await listIds(`&ownershipFilter=${filter}`)).toContain(id)
        expect(await listIds(`&ownershipFilter=${filter}`, 'birch-manager')).not.toContain(id)
      }
      expect(await listIds('&ownershipFilter=own_resources')).not.toContain(id)
    },
  ),
]

export const limitRows: Row[] = [
  rowsOf('8 Limits')(
    'rule',
    'a page of images holds at most limit, by default 100',
    'Image listing returns at most limit images per page; the default is 100.',
    async ({ expect, make, album }) => {
      expect(album.newestFirst).toHaveLength(101)
      expect((await make('GET', `${album.path}?limit=7`)).result).toHaveLength(7)
      expect((await make('GET', album.path)).result).toHaveLength(100)
    },
  ),
]

export const versioningRows: Row[] = [
  rowsOf('9 Versioning')(
    'rule',
    'the generation described here sends no version and is served',
    'The reference here describes the client-library generation numbered 3.x.x and below; a separate generation numbered 4 has its own description.',
    async ({ expect, ask, at, id }) => {
      const third = await ask('GET', at)
      const fourth = await ask('GET', at, { headers: { 'x-monk-sdk-version': '4.0.23' } })
      expect([third.status, fourth.status]).toEqual([200, 200])
      expect([third.body.result, fourth.body.result]).toEqual([id, id])
    },
  ),
]
