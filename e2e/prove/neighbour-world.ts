import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from '../../testing/ground.ts'
import type { Harness } from '../../testing/harness.ts'
import { type Ask, imageJson, jsonBody, multipartBody } from '../../testing/http.ts'
import { noise, vary } from '../../testing/pictures.ts'
import type { Random } from '../../testing/random.ts'
import type { Target } from './neighbour-target.ts'
import { BAD_PATHS } from './webhook-bad-receivers.ts'
import type { Receivers } from './webhook-receivers.ts'

/** The two organizations: the one that abuses, and its neighbour. */
/** The first of its people makes the inspections: a member sees no others. */
const ABUSER = { people: ['alder-member', 'alder-manager', 'alder-admin'], stranger: 'alder-none' }
export const NEIGHBOUR = 'birch-manager'

/** What the neighbour works with. */
export type Home = { inspections: { id: string; damage: string }[]; picture: Buffer }

export const LARGE_WORLD = {
  small: 24,
  neighbour: 24,
  withPicture: 6,
  large: 500,
  imagesOfLarge: 500,
  viewsOfLarge: 5_000,
  pngSide: 7_000,
  /** What the neighbour's pictures have: those of a phone. */
  picture: { width: 2_560, height: 1_920 },
  /** How many clients of each kind the crowd has, as a share of the most. */
  crowd: 1,
  turns: null,
}
export const SMALL_WORLD = {
  small: 8,
  neighbour: 4,
  withPicture: 2,
  large: 60,
  imagesOfLarge: 60,
  viewsOfLarge: 500,
  pngSide: 1_200,
  picture: { width: 1_280, height: 960 },
  crowd: 0.15,
  // The slower the machine, the longer the neighbour works, and the more a crowd without an end would ask.
  turns: 2,
}
type Counts = Omit<typeof LARGE_WORLD, 'turns'> & { turns: number | null }

type PictureSize = typeof LARGE_WORLD.picture

/** Just below what a client may store with one thing. */
const FREE_BYTES = 60_000
const ENDPOINTS_EACH = 3

export type WorldParts = { harness: Harness; url: string; random: Random; receivers: Receivers }

/** Inspections of both organizations. Only the first ones are made over the API; the large ones are copies in the database. */
export async function createWorld(
  parts: WorldParts,
  counts: Counts,
): Promise<{ target: Target; home: Home }> {
  const { harness, url, receivers } = parts
  const { tokens } = harness
  const picture = await readPicture(parts.random, counts.picture)
  const [first = ''] = ABUSER.people
  const call = callerOf(parts)
  const inspections: string[] = []
  for (let n = 0; n < counts.small; n++) inspections.push((await createInspection(call, first)).id)
  const template = await createInspection(call, first)
  const small = await noise(parts.random, { width: 640, height: 480, quality: 60 })
  const { id, path } = await createImage(call, first, template.id, small)
  await copyLarge(harness, counts, template.id, id)
  const largePngFile = join(harness.folder, 'large.png')
  writeFileSync(largePngFile, await createLargePng(counts.pngSide))
  const target = {
    url,
    tokens: await Promise.all(ABUSER.people.map((account) => tokens.of(account))),
    strangerToken: await tokens.of(ABUSER.stranger),
    inspections,
    largeInspection: template.id,
    pictureUrl: path,
    largePngFile,
    crowd: counts.crowd,
    turns: counts.turns,
    receivers: BAD_PATHS.flatMap((bad) => Array.from({ length: ENDPOINTS_EACH }, () => receivers.url(bad))),
  }
  const home: Home = { inspections: [], picture }
  for (let n = 0; n < counts.neighbour; n++) {
    const made = await createInspection(call, NEIGHBOUR)
    // Every picture is checked by models, and that takes most of the time before the first measurement.
    if (n >= counts.withPicture) continue
    await createImage(call, NEIGHBOUR, made.id, vary(small, parts.random).bytes)
    home.inspections.push(made)
  }
  await harness.rows('analyze')
  return { target, home }
}

type Call = (account: string, ask: Ask) => Promise<Record<string, string>>

export function callerOf({ harness, url }: Pick<WorldParts, 'harness' | 'url'>): Call {
  return async (account, ask) => {
    const headers = { ...ask.headers, authorization: `Bearer ${await harness.tokens.of(account)}` }
    const answer = await harness.http.ask({ ...ask, url: `${url}${ask.url}`, headers })
    if (answer.status > 299) throw new Error(`${ask.method} ${ask.url} by ${account}: ${answer.text}`)
    return answer.text ? JSON.parse(answer.text) : {}
  }
}

async function createInspection(call: Call, account: string): Promise<{ id: string; damage: string }> {
  const body = jsonBody({ tasks: { compliances: {} }, vehicle: { brand: 'Test', plate: 'AB123' } })
  const { id = '' } = await call(account, { method: 'POST', url: '/v1/inspections', body })
  const damage = await call(account, {
    method: 'POST',
    url: `/v1/inspections/${id}/damages`,
    body: jsonBody({ damage_type: 'scratch', part_type: 'hood' }),
  })
  return { id, damage: damage.id ?? '' }
}

async function createImage(call: Call, account: string, inspection: string, bytes: Buffer) {
  const body = multipartBody(imageJson([]), 'file', bytes)
  const { id = '', path = '' } = await call(account, {
    method: 'POST',
    url: `/v1/inspections/${inspection}/images`,
    body,
  })
  return { id, path }
}

/** A photograph where there is one, else noise: as heavy as a phone's pictures of its size. */
async function readPicture(random: Random, size: PictureSize): Promise<Buffer> {
  const folder = join(root, '../shared/data/damage/hitl-cc0/images')
  try {
    return await fit(readFileSync(join(folder, readdirSync(folder)[0] ?? '')), size)
  } catch {
    return noise(random, { width: 1_200, height: 900, quality: 95 })
  }
}

async function fit(bytes: Buffer, size: PictureSize): Promise<Buffer> {
  // Grain is most of what a photograph weighs, and a picture that was enlarged has none of its own.
  const grain = { ...size, channels: 3 as const, noise: { type: 'gaussian' as const, mean: 128, sigma: 25 } }
  const overlay = await sharp({ create: { ...grain, background: '#808080' } })
    .raw()
    .toBuffer()
  const input = { input: overlay, raw: { ...size, channels: 3 as const }, blend: 'soft-light' as const }
  return sharp(bytes)
    .resize({ ...size, fit: 'cover' })
    .composite([input])
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function createLargePng(side: number): Promise<Buffer> {
  const background = { r: 90, g: 120, b: 60 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Hundreds of inspections with free data near the limit, and one with as many things as it may have. */
async function copyLarge(harness: Harness, counts: Counts, inspection: string, image: string): Promise<void> {
  const free = `jsonb_build_object('note', repeat(md5(n::text), ${Math.floor(FREE_BYTES / 32)}))`
  const copy = (table: string, changes: string, from: string) =>
    `insert into ${table} (${'$columns'}) select ${'$values'} from (select (jsonb_populate_record(t, ${changes})).* from ${from}) c`
  const run = async (table: string, changes: string, from: string, values: unknown[]) => {
    const columns = await columnsOf(harness, table)
    const query = copy(table, changes, from).replace('$columns', columns).replace('$values', columns)
    await harness.rows(query, values)
  }
  await run(
    'inspections',
    `jsonb_build_object('id', time_ordered_uuid(), 'additional_data', ${free})`,
    `inspections t, generate_series(1, ${counts.large}) n where t.id = $1`,
    [inspection],
  )
  const others = `(select id as copy, row_number() over (order by id) as n from inspections
    where org_id = 'org_alder' and additional_data ? 'note') o`
  await run(
    'vehicles',
    `jsonb_build_object('inspection_id', o.copy, 'id', time_ordered_uuid(), 'additional_data', ${free}, 'owner_info', ${free})`,
    `vehicles t, ${others} where t.inspection_id = $1`,
    [inspection],
  )
  await run(
    'images',
    `jsonb_build_object('inspection_id', o.copy, 'id', time_ordered_uuid(), 'additional_data', ${free})`,
    `images t, ${others} where t.id = $1`,
    [image],
  )
  await run(
    'images',
    `jsonb_build_object('id', time_ordered_uuid(), 'duplicate_key', md5(n::text), 'additional_data', ${free})`,
    `images t, generate_series(1, ${counts.imagesOfLarge - 1}) n where t.id = $1`,
    [image],
  )
  await harness.rows(
    `insert into views (org_id, inspection_id, id, created_by, image_id, damage_id, bounding_box, polygons)
     select d.org_id, d.inspection_id, time_ordered_uuid(), 'planted', $2, d.id,
       '{"xmin": 1, "ymin": 2, "width": 30, "height": 40}',
       (select jsonb_agg(jsonb_build_array(p, p + 1)) from generate_series(1, 40) p)
     from damages d, generate_series(1, ${counts.viewsOfLarge}) where d.inspection_id = $1`,
    [inspection, image],
  )
}

/** Those that a copy is told; what the database works out by itself is left to it. */
async function columnsOf(harness: Harness, table: string): Promise<string> {
  const rows = await harness.rows<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1
     and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
    [table],
  )
  return rows.map(({ column_name }) => column_name).join(', ')
}
