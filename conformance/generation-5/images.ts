import type { Checks } from '../checks.ts'
import { createPicture } from '../pictures.ts'
import { UNKNOWN_ID } from '../subject.ts'
import { api, create, member, read } from './client.ts'

export async function checkImages(checks: Checks): Promise<void> {
  await checks.journey('delete an image', () => deleteOne(checks))
  await checks.journey('delete images in bulk', () => deleteMany(checks))
  await checks.journey('change the additional data of an image', () => changeAdditionalData(checks))
  await checks.journey('send a picture twice', () => sendTwice(checks))
}

const addPhoto = async (inspectionId: string) =>
  (await api.addImage({ uploadType: 'video_manual_photo', inspectionId, picture: createPicture() }, member))
    .image.id

const imagesOf = async (id: string) => (await read(id)).images.map((image) => image.id)

async function deleteOne(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const kept = await addPhoto(id)
  const imageId = await addPhoto(id)
  const answer = await api.deleteImage({ id, imageId }, member)
  checks.equal('the answer has the id of the image', answer.id, imageId)
  checks.equal('only the other image is left', await imagesOf(id), [kept])
  const { tasks } = await read(id)
  checks.that(
    'no task names the image any more',
    tasks.every((task) => !task.images.includes(imageId)),
    tasks,
  )
  checks.equal(
    'deleting it again changes nothing',
    (await api.deleteImage({ id, imageId }, member)).id,
    imageId,
  )
  await checks.refused('an unknown image is refused', { name: 'HTTPError', status: 404 }, () =>
    api.deleteImage({ id, imageId: UNKNOWN_ID }, member),
  )

  await api.updateTaskStatus({ inspectionId: id, name: 'damage_detection', status: 'TODO' }, member)
  const thrown = await checks.refused(
    'an image of a started task is refused',
    { name: 'HTTPError', status: 409 },
    () => api.deleteImage({ id, imageId: kept }, member),
  )
  checks.text('and the refusal says why', Object(thrown?.body).message)
  checks.equal('and the image stays', await imagesOf(id), [kept])
}

async function deleteMany(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const frames = []
  for (let frameIndex = 0; frameIndex < 3; frameIndex++) {
    const upload = { uploadType: 'video_frame', frameIndex, timestamp: 250, alpha: frameIndex } as const
    frames.push(
      (await api.addImage({ ...upload, inspectionId: id, picture: createPicture() }, member)).image.id,
    )
  }
  const [first = '', second = '', third = ''] = frames
  const answer = await api.deleteImagesBulk(
    { inspectionId: id, imageIds: [first, second, UNKNOWN_ID] },
    member,
  )
  checks.equal('the deleted ones are named', answer.deletedImageIds.toSorted(), [first, second].sort())
  checks.equal(
    'the unknown one is named',
    answer.failed?.map((one) => one.imageId),
    [UNKNOWN_ID],
  )
  checks.text('with a reason', answer.failed?.[0]?.reason)
  checks.text('there is a message', answer.message)
  checks.equal('the others are left', await imagesOf(id), [third])

  const again = await api.deleteImagesBulk({ inspectionId: id, imageIds: [first] }, member)
  checks.equal('deleting one again changes nothing', again.deletedImageIds, [first])
  await api.updateTaskStatus({ inspectionId: id, name: 'damage_detection', status: 'TODO' }, member)
  const late = await api.deleteImagesBulk({ inspectionId: id, imageIds: [third] }, member)
  checks.equal(
    'an image of a started task fails',
    [late.deletedImageIds, late.failed?.map((one) => one.imageId)],
    [[], [third]],
  )
  checks.equal('and stays', await imagesOf(id), [third])
}

async function changeAdditionalData(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const upload = {
    uploadType: 'beauty_shot',
    sightId: 'fesc20-H1dfdfvH',
    tasks: ['damage_detection'],
  } as const
  const { image } = await api.addImage(
    { ...upload, tasks: [...upload.tasks], inspectionId: id, picture: createPicture() },
    member,
  )
  const answer = await api.updateImageAdditionalData(
    { id, imageId: image.id, additionalData: { a: 1 } },
    member,
  )
  checks.equal('the answer has the id of the image', answer.id, image.id)
  const [changed] = (await read(id)).images
  checks.equal('the new key is stored beside the old ones', changed?.additionalData, {
    ...image.additionalData,
    a: 1,
  })
  checks.fields('the image keeps its', changed, {
    sightId: 'fesc20-H1dfdfvH',
    label: image.label,
    createdAt: image.createdAt,
  })
}

/** The capture screen sends a picture again when the answer to the first time was lost. */
async function sendTwice(checks: Checks): Promise<void> {
  const inspectionId = await create(['damage_detection'])
  const upload = {
    uploadType: 'beauty_shot',
    sightId: 'fesc20-H1dfdfvH',
    tasks: ['damage_detection'],
  } as const
  const send = async (picture = createPicture()) =>
    (await api.addImage({ ...upload, tasks: [...upload.tasks], inspectionId, picture }, member)).image.id
  const picture = createPicture()
  const first = await send(picture)
  checks.equal('the second time gives the same image', await send(picture), first)
  checks.equal('the inspection has it once', await imagesOf(inspectionId), [first])
  const other = await send()
  checks.equal('another picture for the same sight is another image', await imagesOf(inspectionId), [
    first,
    other,
  ])
}
