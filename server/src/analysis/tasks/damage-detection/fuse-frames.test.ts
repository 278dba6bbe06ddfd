import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { countBlocks } from '../../../../test/counted-work.ts'
import { seenOn } from '../../../../test/found-damages.ts'
import type { Box, FoundDamage } from '../../../core/contracts/findings.ts'
import { fuseDamages } from './fuse-damages.ts'

const VEHICLE: Box = { xmin: 200, ymin: 100, width: 1000, height: 500 }

type Dent = { across?: number; down?: number; side?: number; confidence?: number } & Partial<FoundDamage>

/** A square dent at a place of the vehicle's box, given in shares of it. */
function dentAt({
  across = 0.5,
  down = 0.5,
  side = 50,
  confidence = 0.6,
  ...changes
}: Dent = {}): FoundDamage {
  return {
    damage_type: 'dent',
    confidence,
    is_shown: true,
    bounding_box: {
      xmin: VEHICLE.xmin + across * VEHICLE.width - side / 2,
      ymin: VEHICLE.ymin + down * VEHICLE.height - side / 2,
      width: side,
      height: side,
    },
    polygons: [],
    part_type: 'ignore',
    part_confidence: 0,
    part_source: 'none',
    size_cm: null,
    size_cm_low: null,
    size_cm_high: null,
    ...changes,
  }
}

function frame(alpha: number, damages: FoundDamage[], { vehicle = VEHICLE as Box | null, key = '' } = {}) {
  return seenOn(
    `frame-${String(alpha).padStart(3, '0')}${key}`,
    damages,
    { image_width: 1400, image_height: 700, additional_data: { alpha } },
    { vehicle },
  )
}

type Frames = ReturnType<typeof frame>[]
const fuse = (frames: Frames) => fuseDamages(frames, { threshold: null })

describe('fuseFrames', () => {
  it('makes one damage of a dent on sixty frames, with its ten surest views', () => {
    // Two degrees a frame over the front, the height trembling by a tenth.
    const frames = Array.from({ length: 60 }, (_, at) =>
      frame((300 + at * 2) % 360, [
        dentAt({ across: at / 60, down: 0.5 + (at % 3) / 20, confidence: 0.4 + at / 1000 }),
      ]),
    )
    const fused = fuse(frames)
    expect(fused).toHaveLength(1)
    expect(fused[0]?.confidence).toBe(0.459)
    expect(fused[0]?.views.map(({ image_id }) => image_id)).toEqual(
      frames
        .toReversed()
        .slice(0, 10)
        .map(({ image }) => image.id),
    )
  })

  it.each([
    ['20 degrees apart', 1, frame(60, [dentAt()])],
    ['21 degrees apart', 2, frame(61, [dentAt()])],
    ['0.14 lower', 1, frame(42, [dentAt({ down: 0.64 })])],
    ['0.16 lower', 2, frame(42, [dentAt({ down: 0.66 })])],
    ['2.9 times as large', 1, frame(42, [dentAt({ side: 50 * Math.sqrt(2.9) })])],
    ['3.1 times as large', 2, frame(42, [dentAt({ side: 50 * Math.sqrt(3.1) })])],
    ['without the box of a vehicle', 2, frame(42, [dentAt()], { vehicle: null })],
    ['of another type', 2, frame(42, [dentAt({ damage_type: 'rustiness' })])],
  ])('two findings, the other %s, are %i', (_, count, other) => {
    const first = frame(40, [dentAt()])
    expect(fuse([first, other])).toHaveLength(count)
    expect(fuse([other, first])).toHaveLength(count)
  })

  it('follows two dents at one height, each by itself', () => {
    // Which of the two is surer changes from frame to frame; the left one comes into sight later.
    const frames = Array.from({ length: 11 }, (_, at) => {
      const [left, right] = at % 2 === 0 ? [0.5, 0.6] : [0.6, 0.5]
      const dents = [
        dentAt({ across: 0.7 + at / 100, confidence: right }),
        dentAt({ across: 0.2 + at / 100, confidence: left }),
      ]
      return frame(60 + at * 6, dents.slice(0, at < 3 ? 1 : 2))
    })
    const fused = fuse(frames)
    expect(fused.map(({ views }) => views.length).toSorted()).toEqual([10, 8])
    for (const { views } of fused) {
      const places = views.map(({ bounding_box }) => bounding_box.xmin)
      expect(Math.max(...places) - Math.min(...places)).toBeLessThan(200)
    }
  })

  it('ends a chain that has gone half way round the vehicle', () => {
    const around = Array.from({ length: 36 }, (_, at) => frame(at * 10, [dentAt()]))
    expect(fuse(around).length).toBeGreaterThanOrEqual(2)
  })

  it('does not depend on the order in which frames come, nor works out of proportion for many', async () => {
    const random = seededRandom('fuseFrames')
    const frames = Array.from({ length: 400 }, (_, at) =>
      frame(
        random.below(30),
        Array.from({ length: 5 }, () =>
          dentAt({
            down: random.below(100) / 100,
            across: random.below(100) / 100,
            confidence: random.pick([0.5, 0.6]),
          }),
        ),
        { key: `-${at}` },
      ),
    )
    const module = new URL('./fuse-damages.ts', import.meta.url)
    const { blocks, answer } = await countBlocks(module, 'fuseDamages', frames, { threshold: null })
    // About 6 million, as the frames happen to be.
    expect(blocks).toBeLessThan(15_000_000)
    const fused = answer as ReturnType<typeof fuse>
    expect(JSON.stringify(fuse(frames.toReversed()))).toBe(JSON.stringify(fused))
    for (const { views } of fused) expect(new Set(views.map((v) => v.image_id)).size).toBe(views.length)
  })
})
