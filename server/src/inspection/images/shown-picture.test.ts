import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, imageForm, jpeg } from '../../../test/factories.ts'
import {
  analysisContext,
  detailLeft,
  FACE,
  MAN_BESIDE_CAR,
  OWN_PLATE,
} from '../../../test/hidden-pictures.ts'
import { openLocalModels } from '../../../test/local-models.ts'
import { createLink, createObjection, openContest, readContestPage } from '../../../test/objections.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import { checkImage } from '../../analysis/check-image.job.ts'
import { VEHICLE_DETECTOR } from '../../analysis/detect-vehicle.ts'
import { findBystandersOnImage } from '../../analysis/find-bystanders-on-image.ts'
import { PART_SEGMENTER } from '../../analysis/part-map/segment-parts.ts'
import type { AnalysisContext } from '../../analysis/working-picture.ts'
import { inTransaction } from '../../core/platform/context.ts'
import { insertRenderings } from '../../findings/renderings/insert-renderings.ts'
import { findObjectionBystanders } from '../../outputs/objections/find-objection-bystanders.job.ts'
import { readPictures } from '../../outputs/reports/report-pictures.ts'
import { storageKey } from './storage-keys.ts'

let service: Service
let ctx: AnalysisContext
beforeAll(async () => {
  service = await startOwnService({ hiding: true })
  ctx = analysisContext(service, await openLocalModels([VEHICLE_DETECTOR, PART_SEGMENTER]))
})
afterAll(() => service.stop())

/** As cameras take it: larger than the working copy. */
const LARGE = await sharp(MAN_BESIDE_CAR).resize(3_000).jpeg().toBuffer()

/** An inspection with the photo and a damage on it. */
async function createPhotographed(photo = MAN_BESIDE_CAR) {
  const inspection_id = await createInspection(service)
  const { body } = await service.call('POST', `/inspections/${inspection_id}/images`, {
    form: imageForm(photo),
  })
  // The crop of a damage as large as the picture has its shape.
  const bounding_box = { xmin: 0, ymin: 0, width: body.image_width, height: body.image_height }
  const corner = { xmin: 1, ymin: 1, width: 20, height: 20 }
  const damage = await service.call('POST', `/inspections/${inspection_id}/damages`, {
    json: { damage_type: 'scratch', part_type: 'hood' },
  })
  const view = await service.call('POST', `/inspections/${inspection_id}/views`, {
    json: { image_id: body.id, damage_id: damage.body.id, bounding_box },
  })
  const found = {
    image_id: body.id,
    regions: [{ damage_type: 'scratch' as const, polygons: [], bounding_box: corner }],
    part_views: [],
    views: [{ view_id: view.body.id, bounding_box }],
  }
  await inTransaction(ctx, (ctx) =>
    insertRenderings(ctx, inspection_id, [found], { generate_subimages_damages: {} }),
  )
  return { org_id: 'org_alder', inspection_id, image_id: String(body.id) }
}

const local = (url: string) => url.replace(service.config.PUBLIC_URL, service.url)

async function open(url: string) {
  const answer = await fetch(local(url))
  expect(answer.status).toBe(200)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const thumbnailOf = (path: string, width: number) =>
  `${service.url}/v1/image_resize?${new URLSearchParams({ image_url: path, width: String(width) })}`

/** Every URL at which people find the photo. */
async function listUrls({ inspection_id }: { inspection_id: string }): Promise<Record<string, string>> {
  const { body } = await service.call('GET', `/inspections/${inspection_id}`, { as: 'alder-reader' })
  const [image] = body.images
  const link = await createLink(service, { inspection_id })
  const page = await readContestPage(service, link, await openContest(service, link))
  const [, onPage = ''] = /<image href="([^"]+)"/.exec(page) ?? []
  return {
    picture: image.path,
    thumbnail: thumbnailOf(image.path, 384),
    drawn: image.rendered_outputs[0].path,
    crop: image.views[0].rendered_outputs[0].path,
    contest: onPage,
  }
}

const hiddenOf = async (imageId: string) =>
  (await service.rows('select hidden from images where id = $1', [imageId]))[0]?.hidden

describe('a picture that no model has looked at', () => {
  it.each([
    ['a small one', MAN_BESIDE_CAR],
    ['one of a camera', LARGE],
  ])('200 shows a few squares in its own shape at every URL, and nobody keeps them: %s', async (_, file) => {
    const photo = await createPhotographed(file)
    const urls = await listUrls(photo)
    expect(urls.picture).toMatch(/\/preview\.jpg$/)
    for (const [name, url] of Object.entries(urls)) {
      const { answer, bytes } = await open(url)
      expect([name, answer.headers.get('cache-control')]).toEqual([name, 'private, no-store'])
      for (const place of [FACE, OWN_PLATE]) expect(await detailLeft(bytes, place), name).toBeLessThan(0.2)
    }
    const { width, height } = await sharp(file).metadata()
    expect(await sharp((await open(urls.picture ?? '')).bytes).metadata()).toMatchObject({ width, height })
  })

  it('is looked at by its check; one that was checked before is looked at once somebody opens it', async () => {
    const photo = await createPhotographed()
    const { picture = '' } = await listUrls(photo)
    const jobs = () =>
      service.jobRows("select 1 from pgboss.job where name = 'find_bystanders' and data->>'image_id' = $1", [
        photo.image_id,
      ])
    await open(picture)
    expect(await jobs()).toHaveLength(0)
    await service.rows("update images set compliances = '{}' where id = $1", [photo.image_id])
    for (const _ of [1, 2, 3]) await open(picture)
    expect(await jobs()).toHaveLength(1)

    const count = () =>
      service.rows("select count_changes('org_alder', $1)::int as changes from (select 1) x", [
        photo.inspection_id,
      ])
    const before = await count()
    await findBystandersOnImage(ctx, photo)
    expect(await hiddenOf(photo.image_id)).toContainEqual(expect.objectContaining({ kind: 'head' }))
    // Its reports are as good as before.
    expect(await count()).toEqual(before)
    expect(
      await service.rows(
        "select payload from events where inspection_id = $1 and type = 'image.bystanders_found'",
        [photo.inspection_id],
      ),
    ).toEqual([{ payload: { image_id: photo.image_id } }])
    expect((await listUrls(photo)).picture).toMatch(/\/picture\.jpg$/)
  })

  it('is looked at before a report prints it, and printed coarsely where no model is', async () => {
    const [looked, coarse] = [await createPhotographed(), await createPhotographed(LARGE)]
    const printed = (await readPictures(ctx, [looked.image_id])).get(looked.image_id)
    expect(await detailLeft(Buffer.from(printed ?? []), FACE)).toBeLessThan(0.2)
    expect(await detailLeft(Buffer.from(printed ?? []), OWN_PLATE)).toBeGreaterThan(0.7)
    const without = { ...ctx, models: await openLocalModels([]) }
    const unseen = (await readPictures(without, [coarse.image_id])).get(coarse.image_id)
    expect(await detailLeft(Buffer.from(unseen ?? []), OWN_PLATE)).toBeLessThan(0.2)
  })
})

describe('a picture with a bystander', () => {
  it('200 hides the face and shows the plate of the vehicle, at every URL and size', async () => {
    const photo = await createPhotographed()
    await checkImage(ctx, photo)
    const { picture = '', ...urls } = await listUrls(photo)
    const sizes = [128, 192, 256, 384, 512].map((width) => [
      `thumbnail ${width}`,
      thumbnailOf(picture, width),
    ])
    for (const [name, url] of Object.entries({ picture, ...urls, ...Object.fromEntries(sizes) })) {
      const { answer, bytes } = await open(String(url))
      expect([name, answer.headers.get('cache-control')]).toEqual([
        name,
        expect.stringContaining('immutable'),
      ])
      expect(await detailLeft(bytes, FACE), name).toBeLessThan(0.2)
      expect(await detailLeft(bytes, OWN_PLATE), name).toBeGreaterThan(0.7)
    }
  })

  it('200 hides the face on a picture that came with an objection', async () => {
    const photo = await createPhotographed()
    const pictures = new Blob([new Uint8Array(MAN_BESIDE_CAR)])
    const { id } = await createObjection(service, { inspection_id: photo.inspection_id }, { pictures })
    const read = async () => (await service.call('GET', `/objections/${id}`)).body.pictures[0]
    const { id: image_id, path } = await read()
    expect(await detailLeft((await open(path)).bytes, OWN_PLATE)).toBeLessThan(0.2)
    const [job] = await service.jobRows(
      "select data from pgboss.job where name = 'find_objection_bystanders' and data->>'image_id' = $1",
      [image_id],
    )
    await findObjectionBystanders(ctx, job.data)
    const { bytes } = await open(path)
    expect(await detailLeft(bytes, FACE)).toBeLessThan(0.2)
    expect(await detailLeft(bytes, OWN_PLATE)).toBeGreaterThan(0.7)
  })

  it('404 for the sharp picture by the signature of the shown one', async () => {
    const { picture = '' } = await listUrls(await createPhotographed())
    const forged = local(picture).replace(/[^/]+$/, 'sharp.jpg')
    expect((await fetch(forged)).status).toBe(404)
  })
})

describe('a picture without bystanders', () => {
  it('200 is the stored file, byte for byte, with the entity tag that it always had', async () => {
    const inspection_id = await createInspection(service)
    const { body } = await service.call('POST', `/inspections/${inspection_id}/images`, {
      form: imageForm(await jpeg(77)),
    })
    await checkImage(ctx, { org_id: 'org_alder', inspection_id, image_id: body.id })
    expect(await hiddenOf(body.id)).toEqual([])
    const { body: image } = await service.call('GET', `/inspections/${inspection_id}/images/${body.id}`)
    const { answer, bytes } = await open(image.path)
    expect(answer.headers.get('etag')).toBe(`"${image.sha256}-picture.jpg"`)
    const stored = await ctx.storage.get(storageKey('org_alder', body.id, 'picture.jpg'))
    expect(bytes.equals(Buffer.concat((await stored?.body.toArray()) ?? []))).toBe(true)
  })
})

describe('the picture settings', () => {
  const settings = (json?: object, headers = {}, as = 'birch-manager') =>
    service.call(json ? 'PATCH' : 'GET', '/pictures/settings', { as, headers, ...(json ? { json } : {}) })

  it('200 hide bystanders and keep the own plate until somebody changes it', async () => {
    expect((await settings()).body).toEqual({
      object_type: 'PICTURE_SETTINGS',
      hides_bystanders: true,
      keeps_own_plate: true,
      version: 0,
      updated_at: null,
      updated_by: null,
    })
    const { status, body } = await settings({ keeps_own_plate: false }, { 'if-match': '"0"' })
    expect([status, body.version, body.hides_bystanders, body.keeps_own_plate]).toEqual([200, 1, true, false])
    expect((await settings({ hides_bystanders: false }, { 'if-match': '"0"' })).status).toBe(412)
    expect((await settings({ keeps_own_plate: false })).body.version).toBe(1)
  })

  it('403 for who does not manage the organization', async () => {
    expect((await settings({ hides_bystanders: false }, {}, 'birch-reader')).status).toBe(403)
    expect((await settings(undefined, {}, 'birch-member')).status).toBe(403)
  })

  it('200 decide what is hidden, with another entity tag each', async () => {
    const photo = await createPhotographed()
    await checkImage(ctx, photo)
    const { picture = '' } = await listUrls(photo)
    const look = async (json: object) => {
      expect((await settings(json, {}, 'alder-manager')).status).toBe(200)
      const { answer, bytes } = await open(picture)
      const isShown = async (place: typeof FACE) => (await detailLeft(bytes, place)) > 0.7
      return { tag: answer.headers.get('etag'), face: await isShown(FACE), plate: await isShown(OWN_PLATE) }
    }
    const seen = [
      await look({ keeps_own_plate: false }),
      await look({ keeps_own_plate: true, hides_bystanders: false }),
      await look({ hides_bystanders: true }),
    ]
    expect(seen.map(({ face, plate }) => [face, plate])).toEqual([
      [false, false],
      [true, true],
      [false, true],
    ])
    expect(new Set(seen.map(({ tag }) => tag)).size).toBe(3)
  })
})
