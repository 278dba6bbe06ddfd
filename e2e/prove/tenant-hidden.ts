import sharp from 'sharp'
import type { Harness } from '../../testing/harness.ts'
import { imageJson, jsonBody, multipartBody } from '../../testing/http.ts'
import type { Random } from '../../testing/random.ts'
import type { Violations } from './campaign.ts'
import { plantFindings } from './plant.ts'
import { some } from './tenant-matrix.ts'
import type { Maker } from './tenant-world.ts'

const [WIDTH, HEIGHT] = [640, 480]
/** Where somebody stands, in shares of the picture. */
const PERSON = { left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 }
/** Wide enough to be seen on the smallest thumbnail, and two of them as wide as one square of what is hidden. */
const STRIPE = 40
const SEEN_MIN = 40
const VARIANTS = ['picture.jpg', 'working.jpg', 'preview.jpg', 'sharp.jpg', 'original']
const SIDES = [64, 128, 256, 640, 2_048]
/** All of them may see the inspection; none may open originals. */
const WITHOUT = ['alder-reader', 'alder-reviewer']

type HiddenParts = {
  harness: Harness
  maker: Maker
  violations: Violations
  random: Random
  /** Of how many sizes each picture's thumbnail is asked for. */
  sides: number
}

/** Tries each path to a picture without the permission for originals: nobody sees who is hidden on it. */
export async function runHidden({ harness, maker, violations, random, sides }: HiddenParts): Promise<number> {
  const { http, tokens } = harness
  const [base = ''] = harness.urls
  const { id } = await maker.call('alder-admin', {
    method: 'POST',
    url: '/v1/inspections',
    body: jsonBody({ tasks: {} }),
  })
  const at = `/v1/inspections/${id}`
  const images = [await addPicture(maker, at, 1), await addPicture(maker, at, 2)]
  for (const image of images) await plantFindings(harness, id, image)
  // On one of them models have found the person; at the other they have not looked yet.
  await harness.rows('update images set hidden = $2 where id = $1', [
    images[0],
    JSON.stringify([{ kind: 'head', box: PERSON }]),
  ])
  const open = (url: string) => http.download({ method: 'GET', url })
  let tries = 0
  for (const account of WITHOUT) {
    const headers = { authorization: `Bearer ${await tokens.of(account)}` }
    for (const url of await listUrls(harness, `${base}${at}`, headers, () => some(random, SIDES, sides))) {
      tries += 1
      const { status, bytes } = await open(url)
      if (status === 200 && (await showsStripes(bytes))) violations.add('unhidden', `${account}: ${url}`)
    }
    const refused = [
      { method: 'GET', url: `${base}${at}/export` },
      ...images.map((image) => ({
        method: 'POST',
        url: `${base}${at}/images/${image}/open_original`,
        body: jsonBody({ reason: 'asked' }),
      })),
    ]
    for (const ask of refused) {
      tries += 1
      const { status } = await http.ask({ ...ask, headers })
      if (status !== 403) violations.add('unhidden', `${account}: ${ask.method} ${ask.url}: ${status}`)
    }
  }
  // Seen red: whoever has the permission sees the stripes, so a path that showed them would be found.
  const url = `${at}/images/${images[0]}/open_original`
  const { path } = await maker.call('alder-manager', {
    method: 'POST',
    url,
    body: jsonBody({ reason: 'control' }),
  })
  if (!(await showsStripes((await open(path)).bytes)))
    violations.add('control_blind', 'an opened original does not show what is hidden')
  return tries
}

async function addPicture(maker: Maker, at: string, seed: number): Promise<string> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 120 + seed)
  for (let y = PERSON.top * HEIGHT; y < PERSON.bottom * HEIGHT; y++)
    for (let x = PERSON.left * WIDTH; x < PERSON.right * WIDTH; x++)
      pixels.fill((x / STRIPE) % 2 < 1 ? 20 : 220, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)
  const picture = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg()
    .toBuffer()
  const body = multipartBody(imageJson([]), 'file', picture)
  return (await maker.call('alder-admin', { method: 'POST', url: `${at}/images`, body })).id
}

/** Every URL of a picture in the answers, with every other ending, and as every thumbnail. */
async function listUrls(
  { http }: Harness,
  inspection: string,
  headers: Record<string, string>,
  sidesOf: () => number[],
): Promise<Set<string>> {
  const urls = new Set<string>()
  for (const url of [inspection, `${inspection}?verbose=full`, `${inspection}/images`]) {
    const { text } = await http.ask({ method: 'GET', url, headers })
    for (const [found] of text.matchAll(/https:[^"]+\/v1\/(?:pictures|rendered_outputs)\/[^"]+/g)) {
      urls.add(found)
      if (!found.includes('/v1/pictures/')) continue
      for (const variant of VARIANTS) urls.add(found.replace(/[^/]+$/, variant))
    }
  }
  for (const url of [...urls])
    for (const side of sidesOf())
      urls.add(
        `${new URL(url).origin}/v1/image_resize?${new URLSearchParams({ image_url: url, width: `${side}` })}`,
      )
  return urls
}

/** Whether the stripes can be told apart where somebody stands. */
async function showsStripes(picture: Buffer): Promise<boolean> {
  const { width, height } = await sharp(picture).metadata()
  const [left, right] = [Math.ceil((PERSON.left + 0.02) * width), Math.floor((PERSON.right - 0.02) * width)]
  const middle = { left, top: Math.floor(height / 2), width: right - left, height: 1 }
  const row = await sharp(picture).greyscale().extract(middle).png().toBuffer()
  const { channels } = await sharp(row).stats()
  return (channels[0]?.stdev ?? 0) >= SEEN_MIN
}
