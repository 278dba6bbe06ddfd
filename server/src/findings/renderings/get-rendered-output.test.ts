import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm } from '../../../test/factories.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { createContext, inTransaction } from '../../core/platform/context.ts'
import { insertRenderings } from './insert-renderings.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const BOX = { xmin: 1_000, ymin: 600, width: 400, height: 200 }
const SIZE = { width: 3_000, height: 2_000 }
let shade = 0

/** An inspection with a gray picture larger than its working picture, and a damage seen on it. */
async function createFound(args: Record<string, unknown>) {
  const id = await createInspection(service)
  const level = 100 + (shade++ % 50)
  const bytes = await sharp({
    create: { ...SIZE, channels: 3, background: { r: level, g: level, b: level } },
  })
    .jpeg()
    .toBuffer()
  const image = await service.call('POST', `/inspections/${id}/images`, { form: imageForm(bytes) })
  const image_id: string = image.body.id
  const damage = await service.call('POST', `/inspections/${id}/damages`, {
    json: { damage_type: 'scratch', part_type: 'hood' },
  })
  const view = await service.call('POST', `/inspections/${id}/views`, {
    json: { image_id, damage_id: damage.body.id, bounding_box: BOX },
  })
  const principal = { subject: 'worker', org_id: service.org.alder, permissions: new Set<string>() }
  const ctx = createContext(service.parts, principal, service.log)
  await inTransaction(ctx, (ctx) =>
    insertRenderings(
      ctx,
      id,
      [
        {
          image_id,
          regions: [{ damage_type: 'scratch', polygons: [], bounding_box: BOX }],
          part_views: [],
          views: [{ view_id: view.body.id, bounding_box: BOX }],
        },
      ],
      args,
    ),
  )
  return { id, image_id, view_id: view.body.id, damage_id: damage.body.id, level }
}

async function read(id: string, query = '') {
  const { status, body } = await service.call('GET', `/inspections/${id}${query}`)
  expect(status).toBe(200)
  const [image] = body.images
  return { drawn: image.rendered_outputs, cut: image.views[0]?.rendered_outputs }
}

const open = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${new URL(url).pathname}`, { headers })

async function pixelsOf(answer: Response) {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const metadata = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
  return { metadata, width: info.width, height: info.height, at }
}

const CROPS = { generate_subimages_damages: {} }

describe('rendered outputs of an inspection', () => {
  it('200 shows them on the image and on the view, in the words that clients compare', async () => {
    const { id, image_id } = await createFound(CROPS)
    for (const query of ['', '?verbose=light']) {
      const { drawn, cut } = await read(id, query)
      const common = {
        id: expect.any(String),
        object_type: 'RENDERED_OUTPUT',
        created_at: expect.any(String),
        deleted_at: null,
        base_image_id: image_id,
        path: expect.stringMatching(/\/v1\/rendered_outputs\/[\w-]{43}\/.+\/rendering\.jpg$/),
      }
      expect(drawn).toEqual([
        { ...common, additional_data: { description: 'rendering of detected damages' } },
      ])
      expect(cut).toEqual([{ ...common, additional_data: { description: 'crop of damage view' } }])
    }
  })

  it('200 has the annotated picture unless it is refused, and crops only when they are asked for', async () => {
    const plain = await read((await createFound({})).id)
    expect([plain.drawn.length, plain.cut.length]).toEqual([1, 0])
    const refused = { ...CROPS, generate_visual_output: { generate_damages: false } }
    const crops = await read((await createFound(refused)).id)
    expect([crops.drawn.length, crops.cut.length]).toEqual([0, 1])
  })

  it('200 shows those of a deleted view only with the deleted view', async () => {
    const { id, view_id } = await createFound(CROPS)
    await service.call('DELETE', `/inspections/${id}/views/${view_id}`)
    expect((await read(id)).cut).toBeUndefined()
    const { cut } = await read(id, '?show_deleted_objects=true')
    expect(cut).toMatchObject([{ deleted_at: expect.any(String) }])
  })

  it('200 has them in the normalised form by their ids', async () => {
    const { id, image_id } = await createFound({})
    const headers = { accept: 'application/vnd.walkaround.entities+json' }
    const { body } = await service.call('GET', `/inspections/${id}`, { headers })
    const [output] = body.entities.images[image_id].renderedOutputs
    expect(body.entities.renderedOutputs[output]).toMatchObject({ id: output, baseImageId: image_id })
  })
})

describe('getRenderedOutput', () => {
  it('200 draws the regions, scaled to the working picture, without metadata', async () => {
    const { id, level } = await createFound({})
    const answer = await open((await read(id)).drawn[0].path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      etag: expect.stringMatching(/^"[0-9a-f]{64}-[0-9a-f-]{36}"$/),
    })
    const { metadata, width, height, at } = await pixelsOf(answer)
    expect([width, height]).toEqual([2_048, 1_365])
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]).toEqual(Array(4).fill(undefined))
    const scale = 2_048 / 3_000
    const [x, y] = [Math.round((BOX.xmin + 200) * scale), Math.round(BOX.ymin * scale)]
    const [red = 0, green = 0, blue = 0] = at(x, y)
    expect(Math.min(red, green) - blue).toBeGreaterThan(80)
    expect(Math.abs((at(x, y - 60)[0] ?? 0) - level)).toBeLessThan(4)
    expect(Math.abs((at(x, y - 60)[2] ?? 0) - level)).toBeLessThan(4)
  })

  it('200 cuts the view out with what is around it, or tightly', async () => {
    const around = await createFound(CROPS)
    const wide = await pixelsOf(await open((await read(around.id)).cut[0].path))
    const scale = 2_048 / 3_000
    expect(wide.width).toBeCloseTo(560 * scale, -1)
    expect(wide.width / wide.height).toBeCloseTo(4 / 3, 1)
    const tightly = await createFound({ generate_subimages_damages: { generate_tight: true } })
    const tight = await pixelsOf(await open((await read(tightly.id)).cut[0].path))
    expect(tight.width).toBeCloseTo(400 * scale, -0.5)
    expect(tight.height).toBeCloseTo(200 * scale, -0.5)
  })

  it('200 sends the same bytes every time, and 304 to a browser that has them', async () => {
    const { id } = await createFound({})
    const { path } = (await read(id)).drawn[0]
    const [first, second] = [await open(path), await open(path)]
    expect(await second.arrayBuffer()).toEqual(await first.arrayBuffer())
    const answer = await open(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([answer.status, await answer.text()]).toEqual([304, ''])
  })

  it('404 for every change of the URL, and for the signature of a picture', async () => {
    const [one, other] = [await createFound({}), await createFound({})]
    const path = new URL((await read(one.id)).drawn[0].path).pathname
    const [, , , signature = '', key = '', expires = '', org = '', output = ''] = path.split('/')
    const { body } = await service.call('GET', `/inspections/${one.id}/images/${one.image_id}`)
    const changed = {
      signature: path.replace(signature, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'E' : 'A'}`),
      picture: path.replace(signature, new URL(body.path).pathname.split('/')[3] ?? ''),
      key: path.replace(`/${key}/`, '/other/'),
      expires: path.replace(expires, String(Number(expires) + 1)),
      organization: path.replace(`/${org}/`, `/${service.org.birch}/`),
      output: path.replace(output, (await read(other.id)).drawn[0].id),
      name: path.replace('rendering.jpg', 'picture.jpg'),
    }
    for (const [what, url] of Object.entries(changed)) {
      expect(url, what).not.toBe(path)
      expect([what, (await fetch(`${service.url}${url}`)).status]).toEqual([what, 404])
    }
    expect((await fetch(`${service.url}${path}`)).status).toBe(200)
  })

  it.each([
    ['image', (found: { image_id: string }) => `/images/${found.image_id}`, 'drawn'],
    ['view', (found: { view_id: string }) => `/views/${found.view_id}`, 'cut'],
    ['damage', (found: { damage_id: string }) => `/damages/${found.damage_id}`, 'cut'],
    ['inspection', () => '', 'drawn'],
  ] as const)('404 once its %s is deleted', async (_what, pathOf, which) => {
    const found = await createFound(CROPS)
    const [{ path }] = (await read(found.id))[which]
    expect((await open(path)).status).toBe(200)
    const { status } = await service.call('DELETE', `/inspections/${found.id}${pathOf(found)}`)
    expect(status).toBe(200)
    expect((await open(path)).status).toBe(404)
  })
})
