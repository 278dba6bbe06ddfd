import { afterEach, describe, expect, it, vi } from 'vitest'
import { takeFrame } from './frames.ts'

afterEach(() => vi.unstubAllGlobals())

describe('takeFrame', () => {
  it('gives each shutter its own photo, also when one comes before the other is encoded', async () => {
    const context = { drawImage: () => {}, getImageData: () => ({ data: new Uint8ClampedArray(1_000_000) }) }
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) })
    vi.stubGlobal('OffscreenCanvas', class {})
    vi.stubGlobal('createImageBitmap', async ({ name }: { name: string }) => ({
      name,
      width: 40,
      height: 30,
    }))
    /** The first photo is larger: its answer would come after that of the second. */
    class Thread {
      onmessage: ((event: { data: unknown }) => void) | undefined
      postMessage({ bitmap: { name } }: { bitmap: { name: string } }) {
        const answer = { picture: new Blob([name]), thumbnail: new Blob([name]) }
        setTimeout(() => this.onmessage?.({ data: answer }), name === 'first' ? 40 : 5)
      }
    }
    vi.stubGlobal('Worker', Thread)
    const shoot = async (name: string) => (await takeFrame({ name } as never)).picture.text()
    expect(await Promise.all([shoot('first'), shoot('second')])).toEqual(['first', 'second'])
  })
})
