import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImage, createInspection, imageForm, jpeg } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { createContext } from '../../core/platform/context.ts'
import { createFairGate, GateFull } from '../../core/platform/fair-gate.ts'
import { getThumbnail } from './get-thumbnail.ts'
import { createThumbnailCache } from './thumbnail-cache.ts'
import { readBox, thumbnailSide } from './thumbnail-sizes.ts'

let service: Service
let inspection: string
let path: string
beforeAll(async () => {
  service = await startService()
  inspection = await createInspection(service)
  path = await pathOf(await createLarge())
})
afterAll(() => service.stop())

async function createLarge(): Promise<string> {
  const form = imageForm(await jpeg(77, { width: 1920, height: 1080 }), { name: String(performance.now()) })
  return (await service.call('POST', `/inspections/${inspection}/images`, { form })).body.id
}
const pathOf = async (image: string): Promise<string> =>
  (await service.call('GET', `/inspections/${inspection}/images/${image}`)).body.path

const get = (query: string, { prefix = '/v1/image_resize/', headers = {} } = {}) =>
  fetch(`${service.url}${prefix}?${query}`, { headers })
const thumbnail = (url: string, rest = '&width=192&height=108') =>
  get(`image_url=${encodeURIComponent(url)}${rest}`)
const sizeOf = async (answer: Response) => {
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { format, width, height }
}

describe('getThumbnail', () => {
  it.each(['/image_resize/', '/image_resize', '/v1/image_resize/', '/v1/image_resize'])(
    '200 at %s without a token, for any page, and 304 for who has it',
    async (prefix) => {
      const query = `image_url=${encodeURIComponent(path)}&width=192&height=108`
      const answer = await get(query, { prefix })
      expect(answer.status).toBe(200)
      const headers = Object.fromEntries(answer.headers)
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
        etag: expect.stringMatching(/^"[0-9a-f]{64}-working\.jpg-192"$/),
      })
      expect(await sizeOf(answer)).toEqual({ format: 'jpeg', width: 192, height: 108 })
      const again = await get(query, { prefix, headers: { 'if-none-match': `"x", W/${headers.etag}` } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const other = await get(query, { prefix, headers: { 'if-none-match': '"x"' } })
      expect(other.status).toBe(200)
    },
  )

  it('200 fills the box in one of a few sizes, keeps the aspect ratio and never enlarges', async () => {
    const cases: [string, number, number][] = [
      ['&width=100&height=100', 128, 72],
      ['&width=5000&height=90', 192, 108],
      ['&width=NaN&height=NaN', 256, 144],
      ['', 256, 144],
      ['&width=300', 384, 216],
      ['&height=1e9', 1920, 1080],
      ['&width=0&height=-5', 64, 36],
    ]
    for (const [query, width, height] of cases)
      expect({ query, ...(await sizeOf(await thumbnail(path, query))) }).toEqual({
        query,
        format: 'jpeg',
        width,
        height,
      })
  })

  it('404 for every URL that is not one of ours, as for a picture that never was', async () => {
    const parts = path.split('/')
    const changed = (index: number, text: string) => parts.with(index, text).join('/')
    const host = new URL(path).host
    const urls = [
      '',
      'x',
      'https://example.com/car.jpg',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      new URL(path).pathname,
      path.replace(host, 'evil.example'),
      // As long as our own: nothing but the comparison of the address itself refuses it.
      path.replace(host, `x${host.slice(1)}`),
      path.replace(host, `${host}@evil.example`),
      path.replace('/v1/', '/v1/../v1/'),
      `${path}?x=1`,
      `${path}/more`,
      `${path}%`,
      path.replace('picture.jpg', 'working.jpg'),
      path.replace('picture.jpg', 'original'),
      path.replace(service.org.alder, service.org.birch),
      changed(-2, '0198c0de-0000-7000-8000-000000000001'),
      changed(-4, '9999999999'),
      service.parts.pictureUrls.sign({
        org_id: service.org.birch,
        image_id: parts.at(-2) ?? '',
        variant: 'picture.jpg',
      }),
      service.parts.pictureUrls.signReport({ org_id: service.org.alder, report_id: parts.at(-2) ?? '' }),
    ]
    const bodies = new Set<string>()
    for (const url of urls) {
      const answer = await thumbnail(url)
      expect({ url, status: answer.status }).toEqual({ url, status: 404 })
      bodies.add((await answer.text()).replace(/"request_id":"[^"]*"/, ''))
    }
    expect(bodies.size).toBe(1)
    expect((await get('width=1')).status).toBe(400)
  })

  it('404 once the image or its inspection is deleted', async () => {
    const image = await createLarge()
    const url = await pathOf(image)
    expect((await thumbnail(url)).status).toBe(200)
    await service.call('DELETE', `/inspections/${inspection}/images/${image}`)
    expect((await thumbnail(url)).status).toBe(404)
    const other = await createInspection(service)
    const last = await createImage(service, other)
    const { path: lastPath } = (await service.call('GET', `/inspections/${other}/images/${last}`)).body
    await service.call('DELETE', `/inspections/${other}`)
    expect((await thumbnail(lastPath)).status).toBe(404)
  })

  it('503 for who would wait too long for its turn', async () => {
    const gate = createFairGate({
      name: 'pictures',
      capacity: 1,
      share: 1,
      waitingShare: 0,
      waitingMax: 0,
      waitMsMax: 10_000,
    })
    const principal = { subject: 'signed-url', org_id: service.org.alder, permissions: new Set<string>() }
    const ctx = createContext(service.parts, principal, service.log)
    const image = path.split('/').at(-2) ?? ''
    const turn = { gate, cache: createThumbnailCache(1_000_000) }
    const { open } = await getThumbnail(ctx, turn, image, { width: 10, height: 10 })
    const leave = await gate.enter(service.org.alder)
    await expect(open()).rejects.toThrow(GateFull)
    leave()
    expect(await open()).toMatchObject({ contentType: 'image/jpeg' })
    // It is kept: the next one needs no turn.
    await gate.enter(service.org.alder)
    expect(await open()).toMatchObject({ contentType: 'image/jpeg' })
  })
})

describe('thumbnailSide', () => {
  it('has a few answers for all boxes, each at least as large as the picture in the box', () => {
    const picture = { width: 1920, height: 1080 }
    const sides = new Set<number>()
    for (let width = 1; width <= 2048; width++) {
      const side = thumbnailSide({ width, height: 2048 }, picture)
      expect(side).toBeGreaterThanOrEqual(width)
      sides.add(side)
    }
    expect([...sides]).toEqual([64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048])
    expect(thumbnailSide({ width: 2048, height: 2048 }, { width: 10, height: 8 })).toBe(2048)
  })
})

describe('createThumbnailCache', () => {
  it('forgets what was not used for longest, and keeps nothing that is large', () => {
    const cache = createThumbnailCache(640)
    const jpeg = Buffer.alloc(10)
    for (let n = 0; n < 64; n++) cache.set(`${n}`, jpeg)
    expect(cache.get('0')).toBe(jpeg)
    cache.set('64', jpeg)
    expect([cache.get('0'), cache.get('1'), cache.get('64')]).toEqual([jpeg, null, jpeg])
    cache.set('large', Buffer.alloc(11))
    expect(cache.get('large')).toBeNull()
  })
})

describe('readBox', () => {
  it.each([
    ['192', '108', 192, 108],
    ['191.6', '0.2', 192, 1],
    ['NaN', 'NaN', 256, 256],
    [undefined, '', 256, 256],
    ['Infinity', 'x', 256, 256],
    ['10', 'NaN', 10, 2048],
    ['-1', '1e99', 1, 2048],
    ['0x10', ' 7 ', 16, 7],
  ])('reads %s and %s as %i x %i', (width, height, w, h) => {
    expect(readBox(width, height)).toEqual({ width: w, height: h })
  })
})
