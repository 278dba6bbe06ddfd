import type { Checks } from '../checks.ts'
import { startProxy } from '../faulty-proxy.ts'
import { createPicture } from '../pictures.ts'
import { api, configOf, create, member, read, subject } from './client.ts'

type Proxy = Awaited<ReturnType<typeof startProxy>>

export async function checkRetries(checks: Checks): Promise<void> {
  const proxy = await startProxy(subject)
  const journeys: [string, (checks: Checks, proxy: Proxy) => Promise<void>][] = [
    ['a start whose answer is lost', loseStart],
    ['a start that is refused for a while', refuseStart],
    ['deletions whose answer is lost', loseDeletions],
    ['a reading whose answer is lost', loseReading],
    ['a reading that is told to wait', delayReading],
    ['an upload whose answer is lost', loseUpload],
    ['a creation whose answer is lost', loseCreation],
  ]
  for (const [name, journey] of journeys)
    await checks.journey(name, async () => {
      proxy.take()
      await journey(checks, proxy)
    })
  await proxy.close()
}

const through = (proxy: Proxy) => configOf(subject.tokens.member, proxy.url)

/** Clients start a task once its pictures are there. */
async function createPictured(): Promise<string> {
  const inspectionId = await create(['damage_detection'])
  const tasks = ['damage_detection']
  const picture = createPicture()
  await api.addImage(
    { uploadType: 'beauty_shot', sightId: 'fesc20-H1dfdfvH', tasks, inspectionId, picture },
    member,
  )
  return inspectionId
}

/** Whatever the worker does between the two requests, the second starts nothing. */
async function loseStart(checks: Checks, proxy: Proxy): Promise<void> {
  const inspectionId = await createPictured()
  const task = (await read(inspectionId)).tasks.find(({ name }) => name === 'damage_detection')
  proxy.inject({ method: 'PATCH', fault: 'lose the answer' })
  const answer = await api.updateTaskStatus(
    { inspectionId, name: 'damage_detection', status: 'TODO' },
    through(proxy),
  )
  const { requests, answers } = proxy.take()
  checks.equal('the client gets the id of the task', answer.id, task?.id)
  checks.equal('it asked twice', requests, 2)
  checks.equal(
    'the service answered 200 both times',
    answers.map((one) => one.status),
    [200, 200],
  )
  checks.runs('the task was started once', inspectionId, 'damage_detection', 1)
}

async function refuseStart(checks: Checks, proxy: Proxy): Promise<void> {
  const inspectionId = await createPictured()
  proxy.inject({ method: 'PATCH', fault: 'answer 503', times: 4 })
  const answer = await api.updateTaskStatus(
    { inspectionId, name: 'damage_detection', status: 'TODO' },
    through(proxy),
  )
  checks.text('the client gets the id of the task', answer.id)
  checks.equal('at its fifth try', proxy.take().requests, 5)
  checks.runs('the task was started once', inspectionId, 'damage_detection', 1)
}

async function loseDeletions(checks: Checks, proxy: Proxy): Promise<void> {
  const id = await create(['damage_detection', 'pricing'])
  const { image } = await api.addImage(
    { uploadType: 'video_manual_photo', inspectionId: id, picture: createPicture() },
    member,
  )
  const damage = await api.createDamage({ id, damageType: 'dent', vehiclePart: 'hood' }, member)
  const pricing = await api.createPricing({ id, pricing: { type: 'vehicle', pricing: 5 } }, member)
  const config = through(proxy)
  for (const [name, wanted, work] of [
    ['image', image.id, () => api.deleteImage({ id, imageId: image.id }, config)],
    ['damage', damage.id, () => api.deleteDamage({ id, damageId: damage.id }, config)],
    ['pricing', pricing.id, () => api.deletePricing({ id, pricingId: pricing.id }, config)],
  ] as const) {
    proxy.inject({ method: 'DELETE', fault: 'lose the answer' })
    const answer = await work()
    const { requests, answers } = proxy.take()
    checks.equal(`${name}: the client gets its id`, answer.id, wanted)
    checks.equal(`${name}: it asked twice`, requests, 2)
    checks.equal(
      `${name}: the service answered 200 both times`,
      answers.map((one) => one.status),
      [200, 200],
    )
  }
  const { images, damages, pricings } = await read(id)
  checks.equal('everything is gone', [images, damages, pricings], [[], [], []])
}

async function loseReading(checks: Checks, proxy: Proxy): Promise<void> {
  const id = await create(['damage_detection'])
  proxy.inject({ method: 'GET', fault: 'lose the answer', times: 2 })
  const { inspections } = await read(id, true, through(proxy))
  checks.equal(
    'the client gets the inspection',
    inspections.map((one) => one.id),
    [id],
  )
  checks.equal('at its third try', proxy.take().requests, 3)
}

async function delayReading(checks: Checks, proxy: Proxy): Promise<void> {
  const id = await create(['damage_detection'])
  proxy.inject({ method: 'GET', fault: 'answer 503', retryAfterS: 1 })
  const { inspections } = await read(id, true, through(proxy))
  checks.equal(
    'the client gets the inspection',
    inspections.map((one) => one.id),
    [id],
  )
  const { requests, early } = proxy.take()
  checks.equal('at its second try', requests, 2)
  checks.equal('after the second it was told to wait', early, 0)
}

/** The client never repeats an upload by itself; the capture screen above it does. */
async function loseUpload(checks: Checks, proxy: Proxy): Promise<void> {
  const inspectionId = await create(['damage_detection'])
  const picture = createPicture()
  const upload = {
    uploadType: 'beauty_shot' as const,
    sightId: 'fesc20-H1dfdfvH',
    tasks: ['damage_detection'],
    inspectionId,
    picture,
    // It would ask for the thumbnail whenever it comes to it, also while the next journey counts requests.
    useThumbnailCaching: false,
  }
  proxy.inject({ method: 'POST', fault: 'lose the answer' })
  const thrown = await api.addImage(upload, through(proxy)).then(
    () => null,
    (error: Error) => error.name,
  )
  checks.that('the client reports the loss', thrown !== null)
  const { requests, answers } = proxy.take()
  checks.equal('and asked once', requests, 1)
  const lost = JSON.parse(answers[0]?.body ?? '{}')
  const { image } = await api.addImage(upload, through(proxy))
  checks.equal('sent again, it is the image the service already had', image.id, lost.id)
  checks.equal(
    'and the inspection has it once',
    (await read(inspectionId)).images.map((one) => one.id),
    [image.id],
  )
}

async function loseCreation(checks: Checks, proxy: Proxy): Promise<void> {
  const config = through(proxy)
  proxy.inject({ method: 'POST', fault: 'lose the answer' })
  const thrown = await create(['damage_detection'], {}, config).then(
    () => null,
    (error: Error) => error.name,
  )
  checks.that('the client reports the loss', thrown !== null)
  checks.equal('and never repeats it', proxy.take().requests, 1)
}
