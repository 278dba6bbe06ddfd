import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../testing/tokens.ts'
import { createInspection, imageForm, jpeg, waitFor } from '../../test/factories.ts'
import { type Service, startOwnService } from '../../test/own-service.ts'
import { createRateLimit } from './rate-limit.ts'

describe('RATE_LIMIT_PER_MINUTE', () => {
  let service: Service
  beforeAll(async () => {
    service = await startOwnService({ settings: { RATE_LIMIT_PER_MINUTE: '5' } })
  })
  afterAll(() => service.stop())

  it('429 for the caller who is over it, with and without the version in the path; others and adding images go on', async () => {
    const id = await createInspection(service)
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await service.call('GET', `/inspections/${id}`))
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=5;w=60, "organization";q=6000;w=60')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"default";r=3;t=\d+, "organization";r=\d+;t=\d+$/)
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 429])
    const refused = answers[4]
    expect(refused?.body).toMatchObject({
      code: 'rate_limited',
      policy: 'default',
      limit: 5,
      retryable: true,
    })
    expect(refused?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    const authorization = `Bearer ${await tokenOf('alder-manager')}`
    const unversioned = await fetch(`${service.url}/inspections`, { headers: { authorization } })
    expect(unversioned.status).toBe(429)

    const image = await service.call('POST', `/inspections/${id}/images`, { form: imageForm(await jpeg(1)) })
    expect(image.status).toBe(201)
    expect(image.headers.get('ratelimit-policy')).toBe('"bytes_stored";q=500000000000;qu="content-bytes"')
    expect(image.headers.get('ratelimit')).toMatch(/^"bytes_stored";r=\d+$/)
    const picture = await fetch(service.url + new URL(image.body.path).pathname)
    expect([picture.status, picture.headers.get('ratelimit')]).toEqual([200, null])
    for (const as of ['alder-member', 'birch-manager'])
      expect((await service.call('GET', '/inspections', { as })).status).toBe(200)
  })
})

describe('requests a minute of an organization', () => {
  let service: Service
  beforeAll(async () => {
    service = await startOwnService({ settings: { QUOTA_REQUESTS_PER_MINUTE_MAX: '20' } })
  })
  afterAll(() => service.stop())

  it('429 for all its callers together, but for uploads and the operator who raises it; others go on', async () => {
    const id = await createInspection(service)
    const callers = ['alder-manager', 'alder-member', 'alder-reader']
    const ask = () => Promise.all(callers.map((as) => service.call('GET', '/inspections', { as })))
    const refused = await waitFor('a refusal', async () => (await ask()).find(({ status }) => status === 429))
    expect(refused.body).toMatchObject({ code: 'rate_limited', policy: 'organization', limit: 20 })
    expect(refused.headers.get('ratelimit')).toMatch(/^"organization";r=0;t=\d+$/)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await service.call('GET', '/inspections', { as: 'birch-manager' })).status).toBe(200)
    const form = imageForm(await jpeg(1))
    expect((await service.call('POST', `/inspections/${id}/images`, { form })).status).toBe(201)

    const json = { requests_per_minute_max: 100_000 }
    const raised = await service.call('PATCH', '/quotas', { as: 'alder-operator', json })
    expect(raised.status).toBe(200)
    // A new minute alone would let them through as well, with the old number left.
    const leftOf = ({ headers }: Awaited<ReturnType<typeof ask>>[number]) =>
      Number(/"organization";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    await waitFor('the raised quota', async () =>
      (await ask()).every((answer) => answer.status === 200 && leftOf(answer) > 20),
    )
  })

  it('201 tells how many inspections of the day are left', async () => {
    const create = () => service.call('POST', '/inspections', { as: 'birch-manager', json: { tasks: {} } })
    const { headers } = await waitFor('the first answer', async () => {
      const answer = await create()
      return /inspections_per_day/.test(answer.headers.get('ratelimit') ?? '') && answer
    })
    expect(headers.get('ratelimit-policy')).toContain('"inspections_per_day";q=2000;w=86400')
    expect(headers.get('ratelimit')).toMatch(/"inspections_per_day";r=\d+;t=\d+$/)
    expect(await service.metrics.registry.metrics()).toMatch(
      /walkaround_quota_use_ratio\{quota="bytes_stored",rank="1"/,
    )
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
