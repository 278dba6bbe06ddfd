import { type Gap, gapsOf } from './row.ts'
import { BOX, DAMAGE } from './sent.ts'
import type { World } from './world.ts'

const authentication = gapsOf('5 Authentication')
const HEADER = 'Header name, token scheme, token lifetime and permission rules per operation: not shown.'

type Attempt = [method: string, path: string, permission: string, json?: object]

/** Each operation and the permission it names to an account that lacks it. */
function attempts({ at, damaged, viewed, imageId, acquisition }: World): {
  writes: Attempt[]
  reads: Attempt[]
} {
  const damageId = damaged.result
  return {
    writes: [
      ['POST', '/inspections', 'create', { tasks: {} }],
      ['PATCH', `${at}/pdf_data`, 'update', { comment: 'x' }],
      ['PATCH', `${at}/tasks/wheel_analysis`, 'update', { status: 'TODO' }],
      ['POST', `${at}/images`, 'update', { acquisition: acquisition(30) }],
      ['POST', `${at}/pdf`, 'update', {}],
      ['PATCH', `${at}/tasks/wheel_analysis`, 'write', { status: 'DONE' }],
      ['POST', `${at}/damages`, 'write', DAMAGE],
      ['DELETE', `${at}/damages/${damageId}`, 'write'],
      ['POST', `${at}/views`, 'write', { imageId, damageId, boundingBox: BOX }],
      ['DELETE', `${at}/views/${viewed.result}`, 'write'],
      ['POST', `${at}/severity_pricing`, 'write', { label: 'hood' }],
      ['DELETE', at, 'write'],
    ],
    reads: ['', '/tasks', '/tasks/wheel_analysis', '/images', '/pdf']
      .map((path): Attempt => ['GET', `${at}${path}`, 'read'])
      .concat([['GET', '/inspections', 'read']]),
  }
}

export const authenticationGaps: Gap[] = [
  authentication(
    'header and scheme',
    HEADER,
    'Authorization: Bearer, with an access token (JWT) from the configured OIDC issuer.',
    async ({ expect, ask, at, bearer }) => {
      const statuses = []
      for (const authorization of ['Basic eDp5', await bearer('alder-manager')])
        statuses.push((await ask('GET', at, { as: null, headers: { authorization } })).status)
      expect(statuses).toEqual([401, 200])
    },
  ),
  {
    ...authentication(
      'lifetime of a token',
      HEADER,
      "Until exp, with a tolerance of 60 seconds, and at most 24 hours. The service doesn't issue or renew tokens.",
      async ({ expect, claimsOf, altered, ask, at }) => {
        const { exp } = await claimsOf('alder-manager')
        expect(exp * 1000).toBeGreaterThan(Date.now())
        // Nobody but the issuer can make it longer.
        const longer = await altered('alder-manager', { exp: exp + 3600 })
        const answer = await ask('GET', at, { as: null, headers: { authorization: `Bearer ${longer}` } })
        expect([answer.status, answer.body.code]).toEqual([401, 'token_invalid'])
      },
    ),
    also: {
      file: 'server/src/core/platform/identity.test.ts',
      test: 'is checked again from exp on and refused after the tolerance of 60 seconds',
    },
  },
  {
    ...authentication(
      'permissions of each operation',
      HEADER,
      'Reads need read. Adding pictures and report data, starting tasks and requesting reports need update. Corrections, finishing a task manually and deleting an inspection need write. Creating needs create. These cover your own inspections; with _organization or _all, those of the whole organization. Some tasks need their own permission. If a permission is missing, the service returns 403 and names it.',
      async (world) => {
        const { writes, reads } = attempts(world)
        for (const [as, tried] of [
          ['alder-reader', writes],
          ['alder-device', reads],
        ] as const)
          for (const [method, path, permission, json] of tried) {
            const { status, body } = await world.ask(method, path, { as, ...(json ? { json } : {}) })
            const expected = [403, `monk_core_api:inspections:${permission}`]
            world.expect([status, body.permission], `${method} ${path}`).toEqual(expected)
          }
        world.expect((await world.ask('GET', world.at, { as: 'alder-reader' })).status).toBe(200)
      },
    ),
    also: {
      file: 'server/src/intake/inspections/create-inspection.test.ts',
      test: '403 without the permission to create, or to ask for the task',
    },
  },
]
