import { describe, expect, it } from 'vitest'
import { watchDependency } from './degradation.ts'

const at = (second: number) => new Date(second * 1000).toISOString()

function watchStore(patienceMs = 60_000) {
  const state = { fault: null as string | null, second: 0, probes: 0, hold: Promise.resolve() }
  const find = watchDependency({
    dependency: 'store',
    affects: 'pictures',
    findFault: async () => {
      state.probes += 1
      await state.hold
      return state.fault
    },
    clock: { nowMs: () => state.second * 1000 },
    patienceMs,
  })
  return { state, find }
}

describe('watchDependency', () => {
  it('says since when, until it is back, and counts anew the next time', async () => {
    const { state, find } = watchStore()
    expect(await find()).toBeNull()
    state.fault = 'store does not answer'
    state.second = 10
    const degradation = { dependency: 'store', fault: 'store does not answer', affects: 'pictures' }
    expect(await find()).toEqual({ ...degradation, since: at(10) })
    state.second = 20
    expect(await find()).toEqual({ ...degradation, since: at(10) })
    state.fault = null
    expect(await find()).toBeNull()
    state.fault = 'store does not answer'
    state.second = 30
    expect(await find()).toMatchObject({ since: at(30) })
  })

  it('does not wait for a dependency that hangs, and asks it once at a time', async () => {
    const { state, find } = watchStore(0)
    expect(await find()).toBeNull()
    const hold = Promise.withResolvers<void>()
    state.hold = hold.promise
    state.fault = 'store does not answer'
    expect([await find(), await find(), await find()]).toEqual([null, null, null])
    expect(state.probes).toBe(2)
    hold.resolve()
    await expect.poll(find).toMatchObject({ fault: 'store does not answer' })
  })
})
