import {
  type CaptureHolder,
  createCapturePicture,
  finishCapture,
  getCapture,
  openCaptureLink,
  updateCaptureReading,
  WalkaroundError,
} from '@walkaround/sdk'
import {
  adoptShots,
  listShots,
  markArrived,
  markFinished,
  readPicture,
  type Shot,
  updateShot,
} from '../kept/shots.ts'
import { type Capture, listWalks, readWalk, type Told, updateWalk, type Walk } from '../kept/walks.ts'
import { nextTold } from '../walk/readings.ts'
import { type Failure, judgeFailure } from './judge-failure.ts'
import { backOffMs, nextShot } from './next-shot.ts'

export type SenderStatus = {
  /** The photo that is on its way. */
  sending: number | null
  /** Why nothing goes, if so. */
  waitsFor: 'signal' | 'service' | null
  nextTryAtMs: number | null
}
export const IDLE: SenderStatus = { sending: null, waitsFor: null, nextTryAtMs: null }

type Listener = {
  onStatus: (status: SenderStatus) => void
  onChange: () => Promise<void>
  signal: AbortSignal
}
export type Sender = { wake: () => void }

const CHECK_FIRST_MS = 1_000
const CHECK_MOST_MS = 10_000
const REST_MS = 30_000

/**
 * Brings everything of a walk to the service: opens the link, sends photos in order, asks for verdicts, finishes. It keeps
 * nothing in memory that matters: it may end at any moment and begin anew.
 */
export function runSender(walkId: string, { onStatus, onChange, signal }: Listener): Sender {
  let rest: (() => void) | undefined
  let isWoken = false
  let holder: CaptureHolder | undefined
  let failures = 0
  let checks = 0
  const pauses = new Map<number, number>()

  const wake = () => {
    isWoken = true
    failures = 0
    pauses.clear()
    rest?.()
  }
  run()
  return { wake }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await goOn().catch(pauseHere)
      if (pauseMs === null) return
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }

  /** Answers how long to rest before the next step; null if there is no walk. */
  async function goOn(): Promise<number | null> {
    const walk = await readWalk(walkId)
    if (!walk) return null
    const pauseMs = await takeStep(walk)
    await onChange()
    return pauseMs
  }

  /** The phone itself failed: its disk is full, or the browser has lost it. That may pass. */
  function pauseHere(error: unknown): number {
    if (signal.aborted) return 0
    console.error(error)
    holder = undefined
    failures += 1
    return pause(backOffMs(failures), false)
  }

  /** Does one thing, and answers how long to rest before the next. */
  async function takeStep(walk: Walk): Promise<number> {
    if (walk.finished || walk.end) return REST_MS
    const isFresh = !holder
    let isOpening = isFresh
    let shot: Shot | undefined
    try {
      holder ??= await open(walk)
      isOpening = false
      if (!walk.capture || walk.inspectionId !== holder.inspectionId) return await begin(walk, holder)
      if (isFresh) await adoptShots(walk, await listWalks())
      const shots = await listShots(walkId)
      shot = nextShot(shots, pauses, Date.now())
      if (shot) return await send(holder, shot)
      const told = nextTold(walk)
      if (told) return await tell(holder, ...told)
      const isAllThere = shots.every(({ state }) => state !== 'kept')
      return await look(holder, walk.wantsFinish && isAllThere)
    } catch (error) {
      signal.throwIfAborted()
      return recover(judgeFailure(error, isOpening), shot)
    }
  }

  function open({ secret, key }: Walk): Promise<CaptureHolder> {
    const url = `${location.origin}/capture#${secret}`
    return openCaptureLink({ url, baseUrl: location.origin, key, retries: 0 })
  }

  async function begin(walk: Walk, { client, inspectionId }: CaptureHolder): Promise<number> {
    // A device gets another inspection only once the one before is over: its photos never go to another car.
    if (walk.inspectionId && walk.inspectionId !== inspectionId) {
      await end(new Date().toISOString())
      return REST_MS
    }
    const capture = await getCapture(client, inspectionId, { signal })
    const begun = await updateWalk(walkId, () => ({ inspectionId, capture }))
    if (begun) await adoptShots(begun, await listWalks())
    succeed()
    if (capture.finishedAt) await end(capture.finishedAt)
    return 0
  }

  async function send({ client, inspectionId }: CaptureHolder, shot: Shot): Promise<number> {
    const picture = await readPicture(shot.number)
    if (!picture) {
      await updateShot(shot.number, { state: 'refused', refusal: 'image_file_missing' })
      return 0
    }
    // From here on it may arrive, whatever the answer: it must not be overtaken by a retake.
    await updateShot(shot.number, { tries: shot.tries + 1 })
    onStatus({ ...IDLE, sending: shot.number })
    const { idempotencyKey, body } = shot
    const { imageId } = await createCapturePicture(client, inspectionId, body, {
      file: picture,
      idempotencyKey,
      signal,
    })
    await markArrived(shot, imageId)
    succeed()
    checks = 0
    return 0
  }

  /** What the service cannot use is forgotten: the person is asked again. */
  async function tell(
    { client, inspectionId }: CaptureHolder,
    step: string,
    { imageId, value, unit }: Told,
  ): Promise<number> {
    const body = { value, ...(unit ? { unit } : {}) }
    const isUsed = await updateCaptureReading(client, inspectionId, step, body, { signal }).then(
      () => true,
      (error: unknown) => {
        const isRefused = error instanceof WalkaroundError && [400, 422].includes(error.status ?? 0)
        if (!isRefused) throw error
        return false
      },
    )
    await updateWalk(walkId, ({ told: { [step]: said, ...others } }) => {
      // The person may have changed it meanwhile.
      if (said?.imageId !== imageId || said.value !== value || said.unit !== unit) return {}
      return { told: isUsed ? { ...others, [step]: { ...said, isSent: true } } : others }
    })
    succeed()
    return 0
  }

  /** Nothing to send: asks what the service thinks, and finishes when it may. */
  async function look({ client, inspectionId }: CaptureHolder, mayFinish: boolean): Promise<number> {
    const capture = await getCapture(client, inspectionId, { signal })
    const walk = await updateWalk(walkId, () => ({ capture }))
    succeed()
    const isOpen = capture.steps.some((step) => step.mustPass && step.verdict === 'checking')
    if (capture.finishedAt) await end(capture.finishedAt)
    else if (mayFinish && walk?.wantsFinish && !isOpen) {
      const { finishedAt } = await finishCapture(client, inspectionId, { signal })
      await end(finishedAt ?? '')
      return 0
    }
    checks += 1
    const isChecking = picturesOf(capture).some(({ verdict }) => verdict === 'checking')
    const isReading = capture.steps.some(({ reading }) => reading?.status === 'reading')
    if (!isChecking && !isReading) return REST_MS
    return Math.min(CHECK_MOST_MS, CHECK_FIRST_MS * 1.3 ** checks)
  }

  /** A reusable link is opened again for the next car. */
  async function end(finishedAt: string): Promise<void> {
    holder = undefined
    await markFinished(walkId, finishedAt)
  }

  async function recover(failure: Failure, shot: Shot | undefined): Promise<number> {
    onStatus(IDLE)
    switch (failure.kind) {
      case 'ended':
        holder = undefined
        await updateWalk(walkId, () => ({ end: failure.end }))
        return REST_MS
      case 'finished':
        await end('')
        return 0
      case 'incomplete':
        await updateWalk(walkId, () => ({ wantsFinish: false, refusedFor: failure.steps }))
        return 0
      case 'refused':
        if (!shot) {
          failures += 1
          return pause(backOffMs(failures), false)
        }
        // The person sees it before the walk ends without it.
        await updateWalk(walkId, () => ({ wantsFinish: false }))
        await updateShot(shot.number, { state: 'refused', refusal: failure.code })
        return 0
      case 'reopen':
        holder = undefined
        failures += 1
        return failures > 2 ? pause(backOffMs(failures), false) : 0
      case 'wait': {
        failures += 1
        const waitMs = (count: number) => Math.max(backOffMs(count), failure.retryAfterMs)
        if (!shot || failure.isOffline) return pause(waitMs(failures), failure.isOffline)
        // The service is there and refuses this one for now: the next may go well.
        // What succeeds in between says nothing of it, so its own tries count.
        const delayMs = waitMs(shot.tries + 1)
        pauses.set(shot.number, Date.now() + delayMs)
        return pause(Math.min(delayMs, CHECK_FIRST_MS), false)
      }
    }
  }

  function pause(delayMs: number, isOffline: boolean): number {
    onStatus({ sending: null, waitsFor: isOffline ? 'signal' : 'service', nextTryAtMs: Date.now() + delayMs })
    return delayMs
  }

  function succeed(): void {
    failures = 0
    onStatus(IDLE)
  }

  async function sleep(ms: number): Promise<void> {
    if (!isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        rest = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', () => rest?.(), { once: true })
      })
    isWoken = false
    rest = undefined
  }
}

const picturesOf = ({ steps, damages }: Capture) => [
  ...steps,
  ...damages.flatMap(({ wide, near }) => [wide, near]),
]
