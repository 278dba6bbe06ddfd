import type { CreateCapturePictureBody } from '@walkaround/sdk'
import { answerOf, inTransaction } from './database.ts'
import { changeWalk, type Walk } from './walks.ts'

/** What the phone itself sees wrong with a photo. */
export const ISSUES = ['blurred', 'dark', 'bright'] as const
export type Issue = (typeof ISSUES)[number]

/** A photo as it is kept until the service has it. */
export type Shot = {
  /** In the order in which they were taken; the clock of a phone may jump. */
  number: number
  walkId: string
  /** The step, or the damage and which of its two photos. */
  place: string
  body: CreateCapturePictureBody
  /** Names the upload: a repeat has no further effect. */
  idempotencyKey: string
  thumbnail: Blob | null
  issue: Issue | null
  /** The person keeps it, whatever was found wrong with it. */
  isAccepted: boolean
  state: 'kept' | 'arrived' | 'refused'
  tries: number
  imageId: string | null
  refusal: string | null
}

export const placeOf = ({ step, damageKey, shot }: CreateCapturePictureBody) =>
  step === 'damage' ? `damage/${damageKey}/${shot}` : step

/** Somebody else has finished the walk, or it ended while a photo was taken: its photos stay, and the person is told. */
const FINISHED_BEFORE = { code: 'capture_finished', expiresAt: null, usesMax: null }

type NewShot = Pick<Shot, 'walkId' | 'body' | 'thumbnail' | 'issue'>

/**
 * Writes a photo to the disk, before anything else is done with it. It takes the place of an earlier one, unless that may be
 * on its way: an earlier photo that arrives late would replace this one.
 */
export function keepShot(taken: NewShot, picture: Blob): Promise<Shot> {
  const place = placeOf(taken.body)
  return inTransaction(['walks', 'shots', 'pictures'], 'readwrite', async (store) => {
    const earlier = await shotsOf(store('shots'), taken.walkId)
    for (const shot of earlier.filter((one) => one.place === place))
      if (shot.state !== 'kept' || shot.tries === 0) {
        store('shots').delete(shot.number)
        store('pictures').delete(shot.number)
      }
    const shot: Omit<Shot, 'number'> = {
      ...taken,
      place,
      idempotencyKey: crypto.randomUUID(),
      isAccepted: false,
      state: 'kept',
      tries: 0,
      imageId: null,
      refusal: null,
    }
    const number = Number(await answerOf(store('shots').add(shot)))
    store('pictures').put(picture, number)
    const walk = await answerOf<Walk | undefined>(store('walks').get(taken.walkId))
    if (walk?.finished) store('walks').put({ ...walk, finished: null, end: FINISHED_BEFORE })
    return { ...shot, number }
  })
}

export function listShots(walkId: string): Promise<Shot[]> {
  return inTransaction(['shots'], 'readonly', (store) => shotsOf(store('shots'), walkId))
}

const shotsOf = (shots: IDBObjectStore, walkId: string) =>
  answerOf<Shot[]>(shots.index('walkId').getAll(walkId))

export function readPicture(number: number): Promise<Blob | undefined> {
  return inTransaction(['pictures'], 'readonly', (store) =>
    answerOf<Blob | undefined>(store('pictures').get(number)),
  )
}

export function updateShot(number: number, change: Partial<Shot>): Promise<void> {
  return inTransaction(['shots'], 'readwrite', (store) => changeShot(store('shots'), number, change))
}

async function changeShot(shots: IDBObjectStore, number: number, change: Partial<Shot>): Promise<void> {
  const shot = await answerOf<Shot | undefined>(shots.get(number))
  if (shot) shots.put({ ...shot, ...change })
}

/** The service has it: its bytes may go. What the capture says of its place is known from here on. */
export function markArrived(shot: Shot, imageId: string): Promise<void> {
  return inTransaction(['walks', 'shots', 'pictures'], 'readwrite', async (store) => {
    store('pictures').delete(shot.number)
    const shots = await shotsOf(store('shots'), shot.walkId)
    const isReplaced = shots.some(({ place, number }) => place === shot.place && number > shot.number)
    if (isReplaced) store('shots').delete(shot.number)
    else await changeShot(store('shots'), shot.number, { state: 'arrived', imageId })
    await changeWalk(store('walks'), shot.walkId, ({ capture }) => ({
      capture: capture && {
        ...capture,
        steps: capture.steps.map((step) =>
          step.step === shot.place ? { ...step, imageId, verdict: 'checking', reasons: [] } : step,
        ),
      },
    }))
  })
}

/**
 * Nothing of a finished walk stays but that it is finished. If somebody else has finished it while photos waited here, they
 * stay, and the person is told.
 */
export function markFinished(walkId: string, at: string): Promise<void> {
  return inTransaction(['walks', 'shots', 'pictures'], 'readwrite', async (store) => {
    const shots = await shotsOf(store('shots'), walkId)
    if (shots.some(({ state }) => state === 'kept')) {
      await changeWalk(store('walks'), walkId, () => ({ end: FINISHED_BEFORE, wantsFinish: false }))
      return
    }
    await changeWalk(store('walks'), walkId, (walk) => ({
      finished: { at, ...countArrived(walk, shots) },
      wantsFinish: false,
      refusedFor: [],
    }))
    await deleteShots(store, shots)
  })
}

function countArrived({ capture }: Walk, shots: Shot[]): { photos: number; damages: number } {
  const places = new Set([
    ...(capture?.steps ?? []).filter(({ imageId }) => imageId).map(({ step }) => step),
    ...shots.filter(({ state }) => state === 'arrived').map(({ place }) => place),
  ])
  const damages = new Set([...places].flatMap((place) => /^damage\/([^/]+)\//.exec(place)?.[1] ?? []))
  return { photos: places.size, damages: damages.size }
}

/** The person asks for it: nothing else ever deletes a photo that has not arrived. */
export function deleteShotsOf(walkId: string): Promise<void> {
  return inTransaction(['shots', 'pictures'], 'readwrite', async (store) =>
    deleteShots(store, await shotsOf(store('shots'), walkId)),
  )
}

async function deleteShots(
  store: (name: 'shots' | 'pictures') => IDBObjectStore,
  shots: Shot[],
): Promise<void> {
  for (const { number } of shots) {
    store('shots').delete(number)
    store('pictures').delete(number)
  }
}

/** Photos that another link kept on this phone go on with this one, if both are for the same inspection. */
export function adoptShots(walk: Walk, others: Walk[]): Promise<void> {
  const ids = others
    .filter((other) => other.id !== walk.id && !other.finished && other.inspectionId === walk.inspectionId)
    .map(({ id }) => id)
  return inTransaction(['shots'], 'readwrite', async (store) => {
    for (const id of ids)
      for (const shot of await shotsOf(store('shots'), id))
        if (shot.state === 'kept') store('shots').put({ ...shot, walkId: walk.id })
  })
}
