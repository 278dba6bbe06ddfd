import { type Checks, poll } from '../checks.ts'
import { http } from '../http-client.ts'
import { createJpeg, createWebp } from '../pictures.ts'
import { CAMERA_FORM, CLOSE_UP_FORM, IMAGE, INSPECTION } from './bodies.ts'
import { make, send, sendForm } from './client.ts'

export async function checkImages(checks: Checks): Promise<void> {
  await checks.journey('add an image with the form of the camera', () => addByForm(checks))
  await checks.journey('add a close up', () => addCloseUp(checks))
  await checks.journey('add an image by URL', () => addByUrl(checks))
  await checks.journey('list images', () => listImages(checks))
  await checks.journey('damage area', () => changeDamageArea(checks))
}

export async function addImage(inspectionId: string, form: object = CAMERA_FORM): Promise<string> {
  const file = {
    name: 'image',
    filename: `fesc20-H1dfdfvH-${inspectionId}.webp`,
    type: 'image/webp',
    bytes: await createWebp(),
  }
  const { status, body } = await sendForm(`/inspections/${inspectionId}/images`, form, file)
  if (status !== 201) throw new Error(`no image: ${status} ${JSON.stringify(body)}`)
  return String(body.id)
}

async function addByForm(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  const bytes = await createWebp()
  const file = { name: 'image', filename: `fesc20-H1dfdfvH-${id}.webp`, type: 'image/webp', bytes }
  const { status, body } = await sendForm(`/inspections/${id}/images`, CAMERA_FORM, file)
  checks.equal('it is accepted', status, 201)
  checks.fields('answer:', body, {
    binary_size: bytes.length,
    image_type: 'beauty_shot',
    additional_data: CAMERA_FORM.additional_data,
  })

  const picture = await http.ask({ method: 'GET', url: String(body.path) })
  checks.equal(
    'the picture is of the type the answer names',
    [picture.status, picture.headers['content-type']],
    [200, body.mimetype],
  )

  const read = async () =>
    (await send('GET', `/inspections/${id}/images/${body.id}?show_deleted_objects=false`)).body
  const firstImage = await read()
  const first = assessmentOf(firstImage)
  checks.that(
    'the first look at the check finds TODO or DONE',
    ['TODO', 'DONE'].includes(String(first.status)),
    first,
  )
  checks.that(
    'and the check of the sight beside it',
    ['TODO', 'DONE'].includes(String(coverageOf(firstImage).status)),
    firstImage.compliances,
  )
  const image = await poll(read, (seen) => assessmentOf(seen).status === 'DONE')
  const assessment = assessmentOf(image)
  checks.equal('the check ends in DONE', assessment.status, 'DONE')
  checks.equal('with a verdict', typeof assessment.is_compliant, 'boolean')
  checks.that('and a list of reasons', Array.isArray(assessment.reasons), assessment)
  checks.equal(
    'no part of the compliances is null',
    Object.values(Object(image.compliances)).filter((value) => value === null),
    [],
  )
}

const assessmentOf = (image: Record<string, unknown>): Record<string, unknown> =>
  Object(Object(image.compliances).image_quality_assessment)

const coverageOf = (image: Record<string, unknown>): Record<string, unknown> =>
  Object(Object(image.compliances).coverage_360)

async function addCloseUp(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  // The native camera names the file part after the file.
  const file = {
    name: 'close-up-1-i1.jpg',
    filename: 'close-up-1-i1.jpg',
    type: 'image/jpeg',
    bytes: createJpeg(),
  }
  const { status, body } = await sendForm(`/inspections/${id}/images`, CLOSE_UP_FORM, file)
  checks.equal('it is accepted', status, 201)
  checks.equal('as a close up', body.image_type, 'close_up')
  checks.equal('of the part', Object(body.detailed_viewpoint).centers_on, ['hood'])
}

/** Nothing is fetched from an address that is not public, so this way ends in its documented refusal. */
async function addByUrl(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  for (const url of [IMAGE.acquisition.url, 'https://127.0.0.1/y.jpg']) {
    const { status, body } = await send('POST', `/inspections/${id}/images`, {
      ...IMAGE,
      acquisition: { ...IMAGE.acquisition, url },
    })
    checks.equal(`${url} is refused`, [status, body.code], [422, 'image_download_failed'])
    checks.text(`${url}: with a message`, body.message)
  }
  const images = await send('GET', `/inspections/${id}/images`)
  checks.equal('and no image is left', images.body.data, [])
}

async function listImages(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  const made = [await addImage(id), await addImage(id), await addImage(id)]
  const all = await send('GET', `/inspections/${id}/images?limit=5&before=${made[2]}&pagination_order=asc`)
  checks.equal('the literal query is accepted', all.status, 200)
  const idsOf = (data: unknown) => (Array.isArray(data) ? data.map((image) => image.id) : data)
  checks.equal('and gives those before the cursor', idsOf(all.body.data), made.slice(0, 2))
  const rest = await send('GET', `/inspections/${id}/images?limit=5&after=${made[0]}&pagination_order=asc`)
  checks.equal('and those after it', idsOf(rest.body.data), made.slice(1))
  checks.equal('the last page names no next one', Object(Object(rest.body.paging).cursors).next, null)
}

async function changeDamageArea(checks: Checks): Promise<void> {
  const id = await make('/inspections', INSPECTION)
  const imageId = await addImage(id)
  const { status, body } = await send('PATCH', `/inspections/${id}/images/${imageId}/damage_areas`, {
    relevant_elements: ['front'],
  })
  checks.equal('it is accepted', [status, body.relevant_elements], [200, ['front']])
  checks.text('and has an id', body.id)
  const again = await send('PATCH', `/inspections/${id}/images/${imageId}/damage_areas`, {
    relevant_elements: ['back', 'hood'],
  })
  checks.equal(
    'changed, it keeps its id',
    [again.body.id, again.body.relevant_elements],
    [body.id, ['back', 'hood']],
  )
  const image = await send('GET', `/inspections/${id}/images/${imageId}`)
  checks.fields('the image has it:', Object(image.body.damage_area), {
    id: body.id,
    relevant_elements: ['back', 'hood'],
  })
}
