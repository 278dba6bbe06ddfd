import type { Checks } from '../checks.ts'
import { createPicture } from '../pictures.ts'
import { api, configOf, create, type Entities, subject } from './client.ts'

/** Only these checks use this account, so that its lists are known to the last item. */
const colleague = configOf(subject.tokens.colleague)
const COUNT = 5
const LIMIT = 2

export async function checkLists(checks: Checks): Promise<void> {
  const made: string[] = []
  await checks.journey('list', async () => {
    for (let n = 0; n < COUNT; n++)
      made.unshift(
        await create(
          // The second waits for a person once it is started.
          ['damage_detection', 'human_in_the_loop'],
          { vehicle: { vin: `VIN${n}`, plate: `P-${n}` }, type: 'claim', additionalData: { n } },
          colleague,
        ),
      )
    await listAll(checks, made)
  })
  await checks.journey('walk the pages', () => walkPages(checks, made))
  await checks.journey('filter and count', () => filterAndCount(checks, made))
}

const idsOf = (entities: Entities) => entities.inspections.map((inspection) => inspection.id)

async function listAll(checks: Checks, made: string[]): Promise<void> {
  const [newest = ''] = made
  await api.addImage(
    { uploadType: 'video_manual_photo', inspectionId: newest, picture: createPicture() },
    colleague,
  )
  const { entities, pagination } = await api.getAllInspections({}, colleague)
  checks.equal('the newest comes first', idsOf(entities), made)
  checks.equal('the cursors are the first and the last', pagination, { before: made[0], after: made.at(-1) })
  checks.equal(
    'each has its vehicle',
    entities.vehicles.map((vehicle) => vehicle.vin),
    ['VIN4', 'VIN3', 'VIN2', 'VIN1', 'VIN0'],
  )
  checks.equal(
    'and its type',
    entities.inspections.map((one) => one.type),
    Array(COUNT).fill('claim'),
  )
  checks.equal(
    'and its additional data',
    entities.inspections.map((one) => one.additionalData?.n),
    [4, 3, 2, 1, 0],
  )
  checks.equal(
    'the image is in the list',
    entities.inspections[0]?.images,
    entities.images.map((image) => image.id),
  )
  checks.equal(
    'with its inspection',
    entities.images.map((image) => image.inspectionId),
    [newest],
  )
  checks.equal('nothing has a price', entities.pricings, [])
}

async function walkPages(checks: Checks, made: string[]): Promise<void> {
  for (const [sortOrder, wanted] of [
    ['desc', made],
    ['asc', made.toReversed()],
  ] as const) {
    const sort = { sortByProperty: 'created_at', sortOrder }
    const pages: string[][] = []
    let after: string | undefined
    // One page more than there can be, so that a cursor that does not move is seen.
    for (let n = 0; n <= COUNT; n++) {
      const page = await api.getAllInspections(
        { pagination: { limit: LIMIT, ...(after ? { after } : {}) }, sort },
        colleague,
      )
      const ids = idsOf(page.entities)
      if (ids.length === 0) break
      pages.push(ids)
      after = page.pagination.after ?? undefined
    }
    checks.equal(`${sortOrder}: every page in its turn`, pages, [
      wanted.slice(0, 2),
      wanted.slice(2, 4),
      wanted.slice(4),
    ])
    const back = await api.getAllInspections(
      { pagination: { limit: LIMIT, before: wanted[4] ?? '' }, sort },
      colleague,
    )
    checks.equal(`${sortOrder}: the page before the last`, idsOf(back.entities), wanted.slice(2, 4))
  }
  const unsorted = await api.getAllInspections({ pagination: { limit: LIMIT } }, colleague)
  checks.equal('without an order the newest comes first', idsOf(unsorted.entities), made.slice(0, LIMIT))
}

async function filterAndCount(checks: Checks, made: string[]): Promise<void> {
  const count = async (filters: Record<string, string>) =>
    (await api.getAllInspectionsCount({ filters }, colleague)).count
  const list = async (filters: Record<string, string>) =>
    idsOf((await api.getAllInspections({ filters }, colleague)).entities)
  const own = { ownership_filter: 'own_resources' }
  checks.equal('count', await count({}), COUNT)
  checks.equal('count own', await count(own), COUNT)
  checks.equal('count by VIN', await count({ vin: 'VIN2' }), 1)
  checks.equal('list by VIN', await list({ vin: 'VIN2' }), [made[2]])
  checks.equal(
    'an unknown VIN gives none',
    [await count({ vin: 'NONE' }), await list({ vin: 'NONE' })],
    [0, []],
  )
  checks.equal('not started', await count({ ...own, inspection_status: 'NOT_STARTED' }), COUNT)
  checks.equal('none is done', await list({ ...own, inspection_status: 'DONE' }), [])
  await api.updateTaskStatus(
    { inspectionId: made[1] ?? '', name: 'human_in_the_loop', status: 'TODO' },
    colleague,
  )
  checks.equal('one has started', await list({ inspection_status: 'IN_PROGRESS' }), [made[1]])
  checks.equal('and is counted', await count({ inspection_status: 'NOT_STARTED' }), COUNT - 1)

  const deleted = await fetch(`${subject.url}/v1/inspections/${made[0]}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${subject.tokens.colleague}` },
  })
  checks.that('one is deleted', deleted.ok, deleted.status)
  checks.equal('it is not listed any more', await list({}), made.slice(1))
  checks.equal('nor counted', await count({}), COUNT - 1)
}
