import { afterEach, describe, expect, it, vi } from 'vitest'
import { captureOf, keepPhoto, openPhone, problemOf, sessionOf, startSending } from '../../test/phone.ts'
import { listShots, readPicture, updateShot } from '../kept/shots.ts'
import { openWalk, readWalk, restartWalk, updateWalk } from '../kept/walks.ts'

let stop = () => {}
const send = (walkId: string) => {
  const sender = startSending(walkId)
  stop = sender.stop
  return sender
}
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const FINISHED_AT = '2026-01-01T00:00:00Z'
const uploads = (calls: string[]) => calls.filter((call) => call.endsWith('/pictures'))

describe('a walk that was finished elsewhere', () => {
  it('keeps the photo that was taken while the service was asked', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    let shot = 0
    phone.script = async (call) => {
      if (!call.endsWith('/capture')) return undefined
      shot = (await keepPhoto(id)).number
      return { json: captureOf(phone.inspection, FINISHED_AT) }
    }
    send(id)
    await expect.poll(async () => (await readWalk(id))?.end?.code).toBe('capture_finished')
    expect(await readWalk(id)).toMatchObject({ finished: null, wantsFinish: false })
    expect(await readPicture(shot)).toBeDefined()
  })

  it('keeps a photo that comes just after the end, and says so', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    await updateWalk(id, () => ({ wantsFinish: true }))
    send(id)
    await expect.poll(async () => (await readWalk(id))?.finished?.at).toBe(FINISHED_AT)
    stop()
    const shot = await keepPhoto(id)
    expect(await readWalk(id)).toMatchObject({ finished: null, end: { code: 'capture_finished' } })
    expect(await readPicture(shot.number)).toBeDefined()
  })

  it('keeps photos that wait when a reusable link goes on with another inspection', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    const capture = { inspectionId: phone.inspection } as never
    for (const wantsFinish of [true, false]) {
      await updateWalk(id, () => ({ inspectionId: phone.inspection, capture, wantsFinish, end: null }))
      const shot = await keepPhoto(id)
      phone.script = (call) =>
        call.endsWith('sessions') ? sessionOf('inspection-of-another-car') : undefined
      send(id)
      await expect.poll(async () => (await readWalk(id))?.end?.code).toBe('capture_finished')
      stop()
      const walk = { inspectionId: phone.inspection, finished: null, wantsFinish: false }
      expect(await readWalk(id)).toMatchObject(walk)
      expect(await readPicture(shot.number)).toBeDefined()
      expect(uploads(phone.calls)).toEqual([])
    }
  })
})

describe('a reusable link', () => {
  it('opens again for the next car once the walk is finished', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    await updateWalk(id, () => ({ wantsFinish: true }))
    const { wake } = send(id)
    await expect.poll(async () => (await readWalk(id))?.finished?.at).toBe(FINISHED_AT)
    const next = `${phone.inspection}-next`
    phone.script = (call) => {
      if (call.endsWith('sessions')) return sessionOf(next)
      const isOld = call === `GET inspections/${phone.inspection}/capture`
      return isOld ? { json: captureOf(phone.inspection, FINISHED_AT) } : undefined
    }
    await restartWalk(id)
    wake()
    await expect.poll(async () => (await readWalk(id))?.inspectionId).toBe(next)
    expect(await readWalk(id)).toMatchObject({ finished: null, end: null })
  })
})

describe('a failure of the phone itself', () => {
  it('is told to the console, and the photo is sent after a pause', async () => {
    const phone = openPhone()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { id } = await openWalk(phone.secret)
    await keepPhoto(id)
    phone.script = (call) => {
      const isFirst = uploads(phone.calls).length === 1
      if (call.endsWith('/pictures') && isFirst)
        phone.disk.failOnce(new DOMException('The disk is full', 'QuotaExceededError'))
      return undefined
    }
    send(id)
    await expect.poll(async () => (await listShots(id)).map(({ state }) => state)).toEqual(['arrived'])
    expect(uploads(phone.calls)).toHaveLength(2)
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('a photo that fails for now', () => {
  it('waits longer each time, also when other requests succeed', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    const shot = await keepPhoto(id)
    await updateShot(shot.number, { tries: 8 })
    phone.script = (call) => (call.endsWith('/pictures') ? problemOf(503, 'unavailable') : undefined)
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { setTimeout: wait } = globalThis
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    send(id)
    for (let seconds = 0; seconds < 50; seconds++) {
      await new Promise((resolve) => wait(resolve, seconds === 0 ? 300 : 10))
      vi.advanceTimersByTime(1_000)
    }
    expect(uploads(phone.calls)).toHaveLength(1)
  })
})

describe('a new link to the same inspection', () => {
  it('sends what another link left, also when it is opened again', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    send(id)
    await expect.poll(async () => (await readWalk(id))?.capture).not.toBeNull()
    stop()
    const other = await openWalk(`${phone.secret}-other`)
    await updateWalk(other.id, () => ({ inspectionId: phone.inspection }))
    await keepPhoto(other.id)
    send(id)
    await expect.poll(() => uploads(phone.calls).length).toBe(1)
    expect(await listShots(other.id)).toEqual([])
  })
})
