import { describe, expect, it } from 'vitest'
import { signalsOf } from './signals.ts'
import type { ComparedPicture, Side } from './types.ts'

const flat = { pixels: new Uint8Array(64 * 64).fill(90), width: 64, height: 64 }
const picture = (image_id: string, more: Partial<ComparedPicture> = {}): ComparedPicture => ({
  image_id,
  width: 64,
  height: 64,
  viewpoint: null,
  is_close_up: false,
  sibling_of: null,
  parts: [],
  mm_per_pixel: null,
  mm_error_share: null,
  quality: null,
  captured_at: '2026-03-01T10:00:00Z',
  captured_at_source: 'camera',
  sha256: image_id,
  perceptual_hash: null,
  software: null,
  raster: flat,
  ...more,
})
const side = (pictures: ComparedPicture[], more: Partial<Side> = {}): Side => ({
  inspection_id: 'any',
  created_at: '2026-03-01T12:00:00Z',
  vin: null,
  plate: null,
  pictures,
  damages: [],
  ...more,
})
const namesOf = (earlier: Side, later: Side) => signalsOf(earlier, later).map(({ signal }) => signal)

describe('signalsOf', () => {
  it('says nothing of an ordinary pair', () => {
    const later = side([picture('b', { captured_at: '2026-03-01T11:00:00Z' })])
    expect(signalsOf(side([picture('a')]), later)).toEqual([])
  })

  it('finds the same file, and the same picture saved again', () => {
    const [a, b] = [picture('a', { sha256: 'x' }), picture('b', { sha256: 'x' })]
    expect(signalsOf(side([a]), side([b]))).toEqual([
      { signal: 'same_picture', earlier_image_id: 'a', later_image_id: 'b', values: { by: 'sha256' } },
    ])
    const hash = (perceptual_hash: string) => ({ perceptual_hash })
    const near = [
      side([picture('a', hash('ff00ff00ff00ff00'))]),
      side([picture('b', hash('ff00ff00ff00ff01'))]),
    ] as const
    expect(signalsOf(...near)[0]?.values).toEqual({ by: 'perceptual_hash', bits: 1 })
    const far = [
      side([picture('a', hash('ff00ff00ff00ff00'))]),
      side([picture('b', hash('00ffff00ff00ffff'))]),
    ] as const
    expect(namesOf(...far)).toEqual([])
  })

  it('makes the hash itself where none is known', () => {
    const drawn = (noise: number, phase = 0) => ({
      raster: {
        width: 64,
        height: 64,
        pixels: Uint8Array.from({ length: 64 * 64 }, (_, at) => {
          const [x, y] = [at % 64, Math.floor(at / 64)]
          return 128 + 90 * Math.sin((x + phase) / 5 + y / 9) + ((at * 7) % 5) * noise
        }),
      },
    })
    const signals = (a: number, b: number, phase?: number) =>
      namesOf(side([picture('a', drawn(a))]), side([picture('b', drawn(b, phase))]))
    expect(signals(0, 1)).toEqual(['same_picture'])
    expect(signals(0, 0, 9)).toEqual([])
  })

  it('finds a return that was taken before the hand-over', () => {
    const later = side([picture('b', { captured_at: '2026-03-01T09:00:00Z' })])
    expect(namesOf(side([picture('a')]), later)).toEqual(['time_contradiction'])
  })

  it('does not take the time of the upload for that of the picture', () => {
    const uploaded = picture('b', { captured_at: '2026-03-01T09:00:00Z', captured_at_source: 'upload' })
    expect(namesOf(side([picture('a')]), side([uploaded]))).toEqual(['time_unknown'])
  })

  it('finds pictures that are older than their inspection, and other vehicles', () => {
    const old = side([picture('a', { captured_at: '2026-02-20T10:00:00Z' })], { plate: 'AB-123-CD' })
    const later = side([picture('b')], { plate: 'ab 124 cd' })
    expect(signalsOf(old, later).map(({ signal, values }) => [signal, values.days ?? values.field])).toEqual([
      ['older_than_inspection', 9],
      ['identity_differs', 'plate'],
    ])
  })

  it('finds editing programs, not cameras', () => {
    const [a, b] = [
      picture('a', { software: 'HDR+ 1.0.5' }),
      picture('b', { software: 'Adobe Photoshop 25.1' }),
    ]
    expect(
      signalsOf(side([a]), side([b])).map(({ signal, later_image_id }) => [signal, later_image_id]),
    ).toEqual([['edited', 'b']])
  })
})
