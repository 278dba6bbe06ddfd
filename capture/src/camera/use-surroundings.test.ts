// @vitest-environment happy-dom
import { h, render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { actsOf, shotOf, stateOf } from '../../test/walk-state.ts'
import type { Shot } from '../kept/shots.ts'
import { CameraPage } from './camera-page.tsx'
import { useRoom } from './use-surroundings.ts'

const root = document.createElement('div')
const estimate = vi.fn<() => Promise<StorageEstimate>>()
vi.stubGlobal('navigator', { storage: { estimate } })
vi.stubGlobal('fetch', async () => new Response())
afterEach(() => render(null, root))

const Room = ({ photos }: { photos: number }) => (useRoom(photos) ? 'room' : 'full')
const show = (photos: number) => render(h(Room, { photos }), root)
const shown = () => expect.poll(() => root.textContent)

describe('CameraPage', () => {
  it('says no longer that the phone is full once a photo has arrived', async () => {
    const page = (shots: Shot[]) =>
      h(CameraPage, {
        state: stateOf(shots),
        view: { name: 'camera' },
        act: actsOf().act,
        usesFiles: true,
        onUseFiles: () => {},
      })
    estimate.mockResolvedValue({ quota: 100e6, usage: 90e6 })
    render(page([shotOf(1, 'around_000')]), root)
    await shown().toContain('The phone is almost full')
    estimate.mockResolvedValue({ quota: 100e6, usage: 60e6 })
    render(page([shotOf(1, 'around_000', { state: 'arrived' })]), root)
    await shown().not.toContain('The phone is almost full')
  })
})

describe('useRoom', () => {
  it('asks again when a photo has left, and when the person comes back', async () => {
    estimate.mockResolvedValue({ quota: 100e6, usage: 90e6 })
    show(2)
    await shown().toBe('full')
    estimate.mockResolvedValue({ quota: 100e6, usage: 60e6 })
    show(1)
    await shown().toBe('room')
    estimate.mockResolvedValue({ quota: 100e6, usage: 90e6 })
    document.dispatchEvent(new Event('visibilitychange'))
    await shown().toBe('full')
  })

  it('lets the person go on where the browser does not tell', async () => {
    estimate.mockResolvedValue({ quota: 100e6, usage: 90e6 })
    show(2)
    await shown().toBe('full')
    estimate.mockRejectedValue(new TypeError('no storage'))
    show(3)
    await shown().toBe('room')
  })
})
