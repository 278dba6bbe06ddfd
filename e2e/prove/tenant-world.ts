import { field } from './client.ts'
import type { Harness } from './harness.ts'
import { createBasePictures, vary } from './pictures.ts'
import type { Random } from './random.ts'
import { listObjects } from './stack.ts'

export type Known = { inspection: string; images: string[]; pictureUrl: string }

/** Two organizations with inspections of several people, one of each deleted. */
export type World = {
  [org in 'alder' | 'birch']: { admin: Known; other: Known; member: Known; member2: Known; deleted: Known }
}

export const CANARY = 'CANARY-7Q-ALDER'

export async function createWorld(harness: Harness, random: Random): Promise<World> {
  const pictures = await createBasePictures(random)
  const make = async (account: string): Promise<Known> => {
    const client = harness.createClient('world', account)
    const secret = account.startsWith('alder') ? CANARY : 'birch'
    const body = { tasks: { compliances: {} }, vehicle: { plate: secret }, additional_data: { note: secret } }
    const inspection = await client.createInspection(body)
    if (!inspection) throw new Error(`${account} could not create an inspection`)
    const images: string[] = []
    let pictureUrl = ''
    for (let n = 0; n < 3; n++) {
      const answer = await client.createImage(inspection, vary(random.pick(pictures), random), [
        'compliances',
      ])
      if (answer?.status !== 201) throw new Error(`${account} could not add an image: ${answer?.text}`)
      images.push(field(answer, 'id'))
      pictureUrl = field(answer, 'path')
    }
    return { inspection, images, pictureUrl }
  }
  const organization = async (org: string) => {
    const deleted = await make(`${org}-admin`)
    const answer = await harness.createClient('world', `${org}-admin`).deleteInspection(deleted.inspection)
    if (answer?.status !== 200) throw new Error('the inspection could not be deleted')
    return {
      deleted,
      admin: await make(`${org}-admin`),
      other: await make(`${org}-admin`),
      member: await make(`${org}-member`),
      member2: await make(`${org}-member2`),
    }
  }
  return { alder: await organization('alder'), birch: await organization('birch') }
}

/** Everything by which an organization's rows can be recognised in an answer. */
export async function canariesOf(harness: Harness, org: string): Promise<string[]> {
  const rows = await harness.rows<{ id: string }>(
    `select id::text from inspections where org_id = $1 union select id::text from images where org_id = $1
     union select id::text from tasks where org_id = $1 union select id::text from vehicles where org_id = $1
     union select sha256 from images where org_id = $1`,
    [org],
  )
  return [CANARY, ...rows.map((row) => row.id)]
}

/** A digest of all rows, jobs and objects of an organization. */
export async function stateOf(harness: Harness, org: string): Promise<string> {
  const tables = await harness.rows<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join pg_class p on p.relname = c.table_name
     where c.table_schema = 'public' and c.column_name = 'org_id' and p.relkind in ('r', 'p') and not p.relispartition order by 1`,
  )
  if (tables.length < 9) throw new Error(`only ${tables.length} tables carry org_id`)
  const parts: string[] = []
  for (const { name } of tables) {
    const [row] = await harness.rows<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t where org_id = $1`,
      [org],
    )
    parts.push(`${name} ${row?.digest}`)
  }
  const [jobs] = await harness.jobRows<{ count: string }>(
    `select count(*) from pgboss.job where data->>'org_id' = $1`,
    [org],
  )
  const objects = await listObjects(harness.ground.s3, harness.ground.name, `${org}/`)
  return [...parts, `jobs ${jobs?.count}`, `objects ${[...objects.entries()].join()}`].join('\n')
}
