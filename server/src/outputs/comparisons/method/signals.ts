import { bitsApart } from './perceptual-hash.ts'
import type { ComparedPicture, Side, Signal } from './types.ts'

/** The share of bits by which two hashes may differ and still be of one picture. */
const HASH_OFF_MAX = 0.03
/** A picture may be taken on the way to the desk. */
const OLDER_DAYS_MIN = 1
const DAY_MS = 24 * 60 * 60 * 1000
/** Programs that change what a picture shows; cameras and phones name themselves in the same field. */
const EDITORS =
  /photoshop|gimp|lightroom|affinity|pixelmator|snapseed|paint\.net|picsart|facetune|canva|inpaint|topaz|luminar/i

/** Facts of the pair that a person should look at. They are no verdicts. */
export function signalsOf(earlier: Side, later: Side): Signal[] {
  return [
    ...samePictures(earlier, later),
    ...timeSignals(earlier, later),
    ...identitySignals(earlier, later),
    ...editedSignals(earlier, 'earlier'),
    ...editedSignals(later, 'later'),
  ]
}

function samePictures(earlier: Side, later: Side): Signal[] {
  return later.pictures.flatMap((now) =>
    earlier.pictures.flatMap((before): Signal[] => {
      const isSameFile = now.sha256 === before.sha256
      const apart = bitsApart(now, before)
      if (!isSameFile && (apart === null || apart.bits > HASH_OFF_MAX * apart.all)) return []
      const values = isSameFile ? { by: 'sha256' } : { by: 'perceptual_hash', bits: apart?.bits ?? 0 }
      return [
        { signal: 'same_picture', earlier_image_id: before.image_id, later_image_id: now.image_id, values },
      ]
    }),
  )
}

function timeSignals(earlier: Side, later: Side): Signal[] {
  const lastBefore = latest(earlier.pictures.filter(isTimed))
  const contradictions = later.pictures
    .filter((now) => isTimed(now) && lastBefore !== null && msOf(now) < msOf(lastBefore))
    .map(
      (now): Signal => ({
        signal: 'time_contradiction',
        earlier_image_id: lastBefore?.image_id ?? null,
        later_image_id: now.image_id,
        values: { earlier: lastBefore?.captured_at ?? '', later: now.captured_at ?? '' },
      }),
    )
  return [
    ...contradictions,
    ...unknownTimes(earlier, 'earlier'),
    ...unknownTimes(later, 'later'),
    ...olderPictures(earlier, 'earlier'),
    ...olderPictures(later, 'later'),
  ]
}

/** One signal for a side, not one for each picture: most pictures of the web have no time. */
function unknownTimes(side: Side, name: 'earlier' | 'later'): Signal[] {
  const [first, ...others] = side.pictures.filter((picture) => !isTimed(picture))
  return first
    ? [{ signal: 'time_unknown', ...idsOf(name, first), values: { pictures: others.length + 1 } }]
    : []
}

function olderPictures(side: Side, name: 'earlier' | 'later'): Signal[] {
  return side.pictures.filter(isTimed).flatMap((picture): Signal[] => {
    const days = Math.floor((Date.parse(side.created_at) - msOf(picture)) / DAY_MS)
    if (!(days >= OLDER_DAYS_MIN)) return []
    return [{ signal: 'older_than_inspection', ...idsOf(name, picture), values: { days } }]
  })
}

function identitySignals(earlier: Side, later: Side): Signal[] {
  return (['vin', 'plate'] as const).flatMap((field): Signal[] => {
    const [before, now] = [plain(earlier[field]), plain(later[field])]
    if (before === '' || now === '' || before === now) return []
    const values = { field, earlier: earlier[field] ?? '', later: later[field] ?? '' }
    return [{ signal: 'identity_differs', earlier_image_id: null, later_image_id: null, values }]
  })
}

function editedSignals(side: Side, name: 'earlier' | 'later'): Signal[] {
  return side.pictures
    .filter(({ software }) => software !== null && EDITORS.test(software))
    .map((picture) => ({
      signal: 'edited',
      ...idsOf(name, picture),
      values: { software: picture.software ?? '' },
    }))
}

const idsOf = (name: 'earlier' | 'later', { image_id }: ComparedPicture) => ({
  earlier_image_id: name === 'earlier' ? image_id : null,
  later_image_id: name === 'later' ? image_id : null,
})

/** The time of the upload says when the service got a picture, not when it was taken. */
const isTimed = ({ captured_at, captured_at_source }: ComparedPicture) =>
  captured_at !== null && captured_at_source !== 'upload'

const msOf = ({ captured_at }: ComparedPicture) => Date.parse(captured_at ?? '')

function latest(pictures: readonly ComparedPicture[]): ComparedPicture | null {
  return pictures.reduce<ComparedPicture | null>(
    (last, picture) => (last && msOf(last) >= msOf(picture) ? last : picture),
    null,
  )
}

const plain = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
