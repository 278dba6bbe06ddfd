import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const PROBLEM = 'application/problem+json; charset=utf-8'
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const ask = (path: string, accept: string, method = 'GET') =>
  fetch(service.url + path, { method, headers: { accept }, redirect: 'manual' })

describe('an address that does not exist', () => {
  it.each(['/docs/nowhere', '/docs/errors/nothing', '/nowhere', '/console/assets/none.js'])(
    '404 %s with a page for browsers, and a problem for programs',
    async (path) => {
      const page = await ask(path, BROWSER)
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(await page.text()).toContain('Page not found')
      for (const accept of ['*/*', 'application/json']) {
        const problem = await ask(path, accept)
        expect([problem.status, problem.headers.get('content-type')]).toEqual([404, PROBLEM])
        expect(await problem.json()).toMatchObject({ code: 'not_found' })
      }
    },
  )

  it('404 with a problem on every path of the API, whoever asks', async () => {
    const answer = await ask('/v1/nowhere', BROWSER)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, PROBLEM])
  })
})

describe('the bare address', () => {
  it('302 to something to see for browsers, 404 for programs', async () => {
    const page = await ask('/', BROWSER)
    expect(page.status).toBe(302)
    expect(['/console/', '/docs']).toContain(page.headers.get('location'))
    expect((await ask('/', '*/*')).status).toBe(404)
  })
})

it('405 for another method on a page of the documentation', async () => {
  for (const path of ['/docs', '/docs/quick-start', '/docs/nowhere', '/']) {
    const answer = await ask(path, '*/*', 'POST')
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
  }
})
