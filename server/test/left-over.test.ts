import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UNDECLARED } from '../src/http/openapi/errors.ts'
import { requireDeclared, watchRequests } from './left-over.ts'

let server: Server
let url: string
let requests: ReturnType<typeof watchRequests>
beforeAll(async () => {
  server = createServer((request, response) => {
    response.write('begun')
    if (request.url !== '/stream?since=1') response.end()
  })
  requests = watchRequests(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

it('names the answers that have no end, and none that has', async () => {
  expect(await (await fetch(`${url}/short`)).text()).toBe('begun')
  await requests.requireNone()
  const hangUp = new AbortController()
  await fetch(`${url}/stream?since=1`, { signal: hangUp.signal })
  await expect(requests.requireNone()).rejects.toThrow('left open: GET /stream.')
  hangUp.abort()
  await requests.requireNone()
})

it('names an error that its operation does not declare', () => {
  const line = JSON.stringify({ msg: UNDECLARED, operation_id: 'getImage', code: 'gone' })
  expect(() => requireDeclared(['{"msg":"fine"}', line])).toThrow('getImage answers gone')
  requireDeclared(['{"msg":"fine"}'])
})
