import { uuidv7 } from '../src/platform/uuid.ts'
import { imageForm, jpeg } from '../test/factories.ts'
import { tokenOf } from '../test/tokens.ts'
import { comparePair, type Figures, type Ground, openGround } from './pair.ts'

const ORGANIZATION = 'org_alder'
const CONNECTIONS = 8
const PARTS = ['hood', 'bumper_front', 'door_front_left', 'fender_front_left']
const OUTLINE_POINTS = 24

/** `BENCH_SIZE=small` is for a gate: enough to see a loss of a third. */
const isSmall = process.env.BENCH_SIZE === 'small'
const sized = (full: number, small: number) => (isSmall ? small : full)
const PAIRS = sized(8, 4)

type Send = (method: string, path: string, body?: unknown) => Promise<string>

/** Calls the service as a client with a token. */
async function clientOf(url: string): Promise<Send> {
  const authorization = `Bearer ${await tokenOf('alder-manager')}`
  return (method, path, body) => {
    if (body instanceof FormData) return send(url + path, { method, headers: { authorization }, body })
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) }
    return send(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }
}

async function send(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`${init.method ?? 'GET'} ${url} answered ${answer.status}: ${text.slice(0, 500)}`)
  return text
}

/** An inspection as one with eight pictures is: twelve damages, each drawn on two of them. */
async function createInspection(call: Send): Promise<string> {
  const { id } = JSON.parse(await call('POST', '/inspections', newInspection()))
  const images: string[] = []
  for (let n = 0; n < 8; n++) {
    const form = imageForm(await jpeg(n), {
      tasks: ['damage_detection'],
      additional_data: { sight_id: `sight-${n}` },
    })
    images.push(JSON.parse(await call('POST', `/inspections/${id}/images`, form)).id)
  }
  for (let n = 0; n < 12; n++) {
    const json = { damage_type: 'scratch', part_type: PARTS[n % PARTS.length] }
    const damage = JSON.parse(await call('POST', `/inspections/${id}/damages`, json))
    for (const image_id of [images[n % 8], images[(n * 3 + 1) % 8]])
      await call('POST', `/inspections/${id}/views`, {
        image_id,
        damage_id: damage.id,
        polygons: [outline(n)],
      })
  }
  return id
}

const outline = (n: number) =>
  Array.from({ length: OUTLINE_POINTS }, (_, p) => [(n * 13 + p * 3.25) % 320, (n * 5 + p * 2.75) % 240])

const newInspection = () => ({
  id: uuidv7(),
  tasks: { damage_detection: { status: 'NOT_STARTED' }, wheel_analysis: { status: 'NOT_STARTED' } },
  vehicle: { plate: 'AB-123-CD', brand: 'Demo', model: 'Sedan' },
  additional_data: { source: 'bench' },
})

async function withGround<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
  const ground = await openGround()
  try {
    return await work(ground)
  } finally {
    await ground.close()
  }
}

export const benchRead = () =>
  withGround(async (ground) => {
    const call = await clientOf(ground.ours.url)
    const id = await createInspection(call)
    const ours = () => call('GET', `/inspections/${id}`)
    const bare = () => send(`${ground.bare.url}/read?org=${ORGANIZATION}&id=${id}`)
    return report('read', ground, { ours, bare }, sized(400, 150))
  })

export const benchList = () =>
  withGround(async (ground) => {
    const call = await clientOf(ground.ours.url)
    for (let n = 0; n < 20; n++) await createInspection(call)
    const ours = () => call('GET', '/inspections?limit=20')
    const bare = () => send(`${ground.bare.url}/list?org=${ORGANIZATION}&limit=20`)
    return report('list', ground, { ours, bare }, sized(150, 50))
  })

export const benchCreate = () =>
  withGround(async (ground) => {
    const call = await clientOf(ground.ours.url)
    const ours = () => {
      const { id: _, ...body } = newInspection()
      return call('POST', '/inspections', body)
    }
    const bare = () =>
      send(`${ground.bare.url}/create?org=bare`, { method: 'POST', body: JSON.stringify(newInspection()) })
    return report('create', ground, { ours, bare }, sized(300, 100))
  })

type Both = { ours: () => Promise<string>; bare: () => Promise<string> }

async function report(
  bench: string,
  ground: Ground,
  { ours, bare }: Both,
  operations: number,
): Promise<Figures & Record<string, unknown>> {
  const load = (run: () => Promise<string>) => ({
    operations,
    at: CONNECTIONS,
    run: async () => {
      await run()
    },
  })
  const [ourBytes, bareBytes] = [(await ours()).length, (await bare()).length]
  const figures = await comparePair(ground, PAIRS, load(ours), load(bare))
  return { bench, operations, ours_bytes: ourBytes, bare_bytes: bareBytes, ...figures }
}
