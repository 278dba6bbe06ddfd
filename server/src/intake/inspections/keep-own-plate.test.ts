import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDevice, openLink, secretOf } from '../../../test/capture-device.ts'
import { createInspection, imageForm } from '../../../test/factories.ts'
import { analysisContext, detailLeft, MAN_BESIDE_CAR, OWN_PLATE } from '../../../test/hidden-pictures.ts'
import { openLocalModels } from '../../../test/local-models.ts'
import { createObjection } from '../../../test/objections.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'
import type { AnalysisContext } from '../../analysis/working-picture.ts'
import { readPictures } from '../../outputs/reports/report-pictures.ts'

let service: Service
let ctx: AnalysisContext
beforeAll(async () => {
  service = await startOwnService({ hiding: true })
  ctx = analysisContext(service, await openLocalModels([]))
})
afterAll(() => service.stop())

type Choice = boolean | null
const PLATE_FOUND = JSON.stringify([{ kind: 'own_plate', box: OWN_PLATE }])

async function createProfile(keeps_own_plate: Choice): Promise<string> {
  const json = { name: 'Front', steps: [{ step: 'around_000' }], keeps_own_plate }
  const { status, body } = await service.call('POST', '/capture_profiles', { json })
  expect([status, body.keeps_own_plate]).toEqual([201, keeps_own_plate])
  return body.id
}

async function linkTo(inspection: string, choice: Choice) {
  const json = { profile_id: await createProfile(choice) }
  const { status } = await service.call('POST', `/inspections/${inspection}/capture_links`, { json })
  expect(status).toBe(201)
}

async function createLinked(...choices: Choice[]): Promise<string> {
  const inspection = await createInspection(service)
  for (const choice of choices) await linkTo(inspection, choice)
  return inspection
}

/** A photo whose plate a model has found. */
async function addPhoto(inspection: string): Promise<string> {
  const { body } = await service.call('POST', `/inspections/${inspection}/images`, {
    form: imageForm(MAN_BESIDE_CAR),
  })
  await service.rows('update images set hidden = $2 where id = $1', [body.id, PLATE_FOUND])
  return body.id
}

async function showsPlate(picture: Uint8Array | undefined): Promise<boolean> {
  const left = await detailLeft(Buffer.from(picture ?? []), OWN_PLATE)
  expect(left < 0.2 || left > 0.7).toBe(true)
  return left > 0.7
}

async function open(url: string): Promise<Uint8Array> {
  const answer = await fetch(url.replace(service.config.PUBLIC_URL, service.url))
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Whether the plate is seen on the photo, on its thumbnail, and in a report. */
async function look(inspection: string, image: string): Promise<boolean[]> {
  const { body } = await service.call('GET', `/inspections/${inspection}/images/${image}`)
  const query = new URLSearchParams({ image_url: body.path, width: '384' })
  const pictures = [
    await open(body.path),
    await open(`${service.url}/v1/image_resize?${query}`),
    (await readPictures(ctx, [image])).get(image),
  ]
  return Promise.all(pictures.map(showsPlate))
}

async function setOrganization(keeps_own_plate: boolean) {
  const { status } = await service.call('PATCH', '/pictures/settings', { json: { keeps_own_plate } })
  expect(status).toBe(200)
}

const choiceOf = async (inspection: string) =>
  (await service.rows('select keeps_own_plate, version from inspections where id = $1', [inspection]))[0]

describe('the plate of the inspected vehicle', () => {
  it.each<{ choices: Choice[]; organization: boolean; isShown: boolean }>([
    { choices: [false], organization: true, isShown: false },
    { choices: [true], organization: false, isShown: true },
    { choices: [null], organization: true, isShown: true },
    { choices: [null], organization: false, isShown: false },
    { choices: [], organization: true, isShown: true },
    { choices: [], organization: false, isShown: false },
  ])('is shown: $isShown, with profiles $choices and organization $organization', async (one) => {
    await setOrganization(one.organization)
    const inspection = await createLinked(...one.choices)
    const image = await addPhoto(inspection)
    expect(await look(inspection, image)).toEqual([one.isShown, one.isShown, one.isShown])
  })

  it('is hidden on a picture that comes with an objection, too', async () => {
    await setOrganization(true)
    const inspection_id = await createLinked(false)
    const pictures = new Blob([new Uint8Array(MAN_BESIDE_CAR)])
    const { id } = await createObjection(service, { inspection_id }, { pictures })
    await service.rows('update objection_pictures set hidden = $2 where objection_id = $1', [id, PLATE_FOUND])
    const { body } = await service.call('GET', `/objections/${id}`)
    expect(await showsPlate(await open(body.pictures[0].path))).toBe(false)
  })

  it('follows the profile as it was when a reusable link was made', async () => {
    await setOrganization(true)
    const profile_id = await createProfile(false)
    const { body: link } = await service.call('POST', '/capture_links', {
      json: { profile_id, inspection: { tasks: [] } },
    })
    const path = `/capture_profiles/${profile_id}`
    const changed = await service.call('PATCH', path, { json: { keeps_own_plate: true } })
    expect([changed.status, changed.body.keeps_own_plate, changed.body.version]).toEqual([200, true, 2])
    expect((await service.call('DELETE', path)).status).toBe(200)
    const { body } = await openLink(service, createDevice(), secretOf(link.url))
    const image = await addPhoto(body.inspection_id)
    expect(await look(body.inspection_id, image)).toEqual([false, false, false])
  })

  it.each<{ choices: Choice[]; kept: Choice; version: number }>([
    { choices: [true, false], kept: false, version: 3 },
    { choices: [false, true, null, false], kept: false, version: 2 },
    { choices: [null, true], kept: true, version: 2 },
    { choices: [null], kept: null, version: 1 },
  ])('is kept: $kept, with links of $choices', async ({ choices, kept, version }) => {
    expect(await choiceOf(await createLinked(...choices))).toEqual({ keeps_own_plate: kept, version })
  })
})

describe('a profile or link from before there was a choice', () => {
  const FORGET = "update capture_profiles set content = content - 'keeps_own_plate' where id = $1 returning 1"

  it('200 leaves it to the organization, and a change that changes nothing makes no version', async () => {
    const id = await createProfile(null)
    await service.rows(FORGET, [id])
    const { body: before } = await service.call('GET', `/capture_profiles/${id}`)
    expect(before.keeps_own_plate).toBeNull()
    const json = { keeps_own_plate: null }
    const { body } = await service.call('PATCH', `/capture_profiles/${id}`, { json })
    expect(body.version).toBe(before.version)
  })

  it('201 opens, and the inspection follows the organization', async () => {
    const { body: link } = await service.call('POST', '/capture_links', {
      json: { inspection: { tasks: [] } },
    })
    const forget = "update capture_links set profile = profile - 'keeps_own_plate' where id = $1 returning 1"
    expect(await service.rows(forget, [link.id])).toHaveLength(1)
    const { status, body } = await openLink(service, createDevice(), secretOf(link.url))
    expect(status).toBe(201)
    expect(await choiceOf(body.inspection_id)).toMatchObject({ keeps_own_plate: null })
  })
})
