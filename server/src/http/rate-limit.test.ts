import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, jpeg } from '../../test/factories.ts'
import { type Service, startService } from '../../test/service.ts'
import { tokenOf } from '../../test/tokens.ts'
import { createRateLimit } from './rate-limit.ts'

describe('RATE_LIMIT_PER_MINUTE', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '5' } })
  })
  afterAll(() => service.stop())

  it('429 for the caller who is over it, with and without the version in the path; others and adding images go on', async () => {
    const id = await createInspection(service)
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await service.call('GET', `/inspections/${id}`))
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=3;t=\d+$/)
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 429])
    const refused = answers[4]
    expect(refused?.body).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(refused?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const authorization = `Bearer ${await tokenOf('alder-manager')}`
    const unversioned = await fetch(`${service.url}/inspections`, { headers: { authorization } })
    expect(unversioned.status).toBe(429)

    const image = await service.call('POST', `/inspections/${id}/images`, { form: imageForm(await jpeg(1)) })
    expect(image.status).toBe(201)
    expect(image.headers.get('ratelimit')).toBeNull()
    const picture = await fetch(service.url + new URL(image.body.path).pathname)
    expect([picture.status, picture.headers.get('ratelimit')]).toEqual([200, null])
    for (const as of ['alder-member', 'birch-manager'])
      expect((await service.call('GET', '/inspections', { as })).status).toBe(200)
  })
})

describe('a bucket', () => {
  it('lets a burst through, then as many as it is refilled with', () => {
    let nowMs = 0
    const limit = createRateLimit(60, { nowMs: () => nowMs })
    const burst = Array.from({ length: 61 }, () => limit.take('a').allowed)
    expect(burst.filter(Boolean)).toHaveLength(60)
    expect(limit.take('a')).toMatchObject({ allowed: false, remaining: 0, waitS: 1, fullS: 60 })
    nowMs += 2_500
    expect([1, 2, 3].map(() => limit.take('a').allowed)).toEqual([true, true, false])
    nowMs += 3_600_000
    expect(limit.take('a')).toMatchObject({ allowed: true, remaining: 59 })
    // A clock that is set back gives nothing and takes nothing.
    nowMs = 0
    expect(limit.take('a')).toMatchObject({ allowed: true, remaining: 58 })
  })

  it('is forgotten when there are too many, the longest unused first', () => {
    const limit = createRateLimit(1, { nowMs: () => 0 }, 3)
    for (const caller of ['a', 'b', 'c', 'a', 'd']) limit.take(caller)
    expect(limit.size()).toBe(3)
    expect(limit.take('a').allowed).toBe(false)
    expect(limit.take('b').allowed).toBe(true)
  })
})
