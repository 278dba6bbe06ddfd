import type { Answer } from '../../testing/http.ts'
import { type MatrixParts, some } from './tenant-matrix.ts'
import { faceOf, neverId, send } from './tenant-requests.ts'
import type { Known } from './tenant-world.ts'

const VARIANTS = ['picture.jpg', 'working.jpg', 'original']

/** What a capability URL opens: a picture, a thumbnail of it, a rendered output, a report. */
export function capabilitiesOf(url: string, known: Known): [name: string, url: string][] {
  const [picture = ''] = known.pictureUrls
  return [
    ['getPicture', moved(picture, url)],
    ['getThumbnail', thumbnailOf(url, moved(picture, url))],
    ['getRenderedOutput', moved(known.renderedOutputUrl, url)],
    ['getReportFile', moved(known.reportUrl, url)],
  ]
}

/** The same path at another process: each has its own address in front of the URLs it signs. */
const moved = (signed: string, url: string) => `${url}${new URL(signed).pathname}`

function thumbnailOf(url: string, picture: string): string {
  return `${url}/v1/image_resize?${new URLSearchParams({ image_url: picture, width: '64' })}`
}

type Try = { what: string; url: string; never: string }

/** The attacker's own signed URLs with the victim's ids put in: as dead as those with ids that never were. */
export async function runUrls(parts: MatrixParts): Promise<number> {
  const open = (url: string): Promise<Answer> => send(parts.http, { method: 'GET', url }, null)
  const { random, share } = parts.extent
  const all = listTries(parts)
  const tries = some(random, all, Math.ceil(all.length * share))
  for (const { what, url, never } of tries) {
    const reference = await open(never)
    if (reference.status !== 404)
      parts.violations.add('signed_url', `${what}, never existed: ${reference.status}`)
    const answer = await open(url)
    if (faceOf(answer) !== faceOf(reference)) parts.violations.add('signed_url', `${what}: ${answer.status}`)
  }
  const own = capabilitiesOf(parts.url, parts.world.birch.admin)
  for (const [name, url] of own) {
    const { status } = await open(url)
    if (status !== 200) parts.violations.add('own_refused', `${name} of one's own: ${status}`)
  }
  return tries.length + own.length
}

function listTries({ url, laterUrl, world }: MatrixParts): Try[] {
  const { admin, deleted } = world.birch
  const [mine = '', , goneUrl = ''] = admin.pictureUrls
  const [picture, report] = [segmentsOf(mine), segmentsOf(admin.reportUrl)]
  const rendered = segmentsOf(admin.renderedOutputUrl)
  const put = (segments: string[], org: string, id: string, file: string) =>
    `${url}${segments.with(6, org).with(7, id).with(8, file).join('/')}`
  const tries: Try[] = []
  for (const victim of new Set(Object.values(world.alder))) {
    const theirs = [victim.reportUrl, victim.renderedOutputUrl].map((url) => segmentsOf(url)[7] ?? '')
    for (const org of ['org_alder', 'org_birch']) {
      for (const id of [...victim.images, ...theirs]) {
        for (const variant of VARIANTS) {
          const [forged, never] = [id, neverId()].map((id) => put(picture, org, id, variant))
          const what = `${variant} of ${org} ${id}`
          tries.push({ what, url: forged ?? '', never: never ?? '' })
          const [small = '', none = ''] = [forged, never].map((forged) => thumbnailOf(url, forged ?? ''))
          tries.push({ what: `thumbnail of ${what}`, url: small, never: none })
        }
        const [file = '', none = ''] = [id, neverId()].map((id) => put(report, org, id, 'report.pdf'))
        tries.push({ what: `report of ${org} ${id}`, url: file, never: none })
        const [drawn = '', nothing = ''] = [id, neverId()].map((id) =>
          put(rendered, org, id, 'rendering.jpg'),
        )
        tries.push({ what: `rendered output of ${org} ${id}`, url: drawn, never: nothing })
      }
    }
  }
  const none = put(picture, 'org_birch', neverId(), 'picture.jpg')
  const noOutput = put(rendered, 'org_birch', neverId(), 'rendering.jpg')
  const noReport = put(report, 'org_birch', neverId(), 'report.pdf')
  // A signature of one kind opens nothing of another, though all are of the same organization and key.
  const [signature = '', reports = ''] = [picture[3], report[3]]
  const crossed = `${url}${picture.with(3, reports).join('/')}`
  tries.push({ what: "a picture by a report's signature", url: crossed, never: none })
  const back = `${url}${report.with(3, signature).join('/')}`
  tries.push({ what: "a report by a picture's signature", url: back, never: noReport })
  const redrawn = `${url}${rendered.with(3, signature).join('/')}`
  tries.push({ what: "a rendered output by a picture's signature", url: redrawn, never: noOutput })
  tries.push({ what: 'a deleted image', url: moved(goneUrl, url), never: none })
  const names = ['getPicture', 'getThumbnail', 'getRenderedOutput', 'getReportFile']
  const nevers = [none, thumbnailOf(url, none), noOutput, noReport]
  for (const [n, name] of names.entries()) {
    const never = nevers[n] ?? ''
    const ofDeleted = capabilitiesOf(url, deleted)[n]?.[1] ?? ''
    tries.push({ what: `${name} of a deleted inspection`, url: ofDeleted, never })
    const expired = capabilitiesOf(laterUrl, admin)[n]?.[1] ?? ''
    tries.push({ what: `${name} after its time`, url: expired, never: never.replaceAll(url, laterUrl) })
  }
  return tries
}

const segmentsOf = (url: string) => new URL(url).pathname.split('/')
