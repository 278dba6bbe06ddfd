import { describe, expect, it } from 'vitest'
import { readRenderingOptions } from './rendering-options.ts'

const DEFAULTS = { tight: false, margin: 0.2, ratio: 4 / 3, quality: 90 }

describe('readRenderingOptions', () => {
  it.each([
    [{}, true],
    [{ generate_visual_output: {} }, true],
    [{ generate_visual_output: null }, true],
    [{ generate_visual_output: { generate_parts: false } }, true],
    [{ generate_visual_output: { generate_damages: true } }, true],
    [{ generate_visual_output: { generate_damages: null } }, true],
    [{ generate_visual_output: { generate_damages: false } }, false],
  ])('%j: the annotated picture %j', (given, regions) => {
    expect(readRenderingOptions(given).regions).toBe(regions)
  })

  it.each([
    [{}, null],
    [{ generate_subimages_damages: null }, null],
    [{ generate_subimages_parts: {} }, null],
    [{ generate_subimages_damages: {} }, DEFAULTS],
    [{ generate_subimages_damages: { generate_tight: true } }, { ...DEFAULTS, tight: true }],
    [
      { generate_subimages_damages: { margin: 0.5, ratio: 1, quality: 0.5 } },
      { tight: false, margin: 0.5, ratio: 1, quality: 50 },
    ],
    [
      { generate_subimages_damages: { margin: -1, ratio: 1e9, quality: 100 } },
      { tight: false, margin: 0, ratio: 4, quality: 95 },
    ],
    [
      { generate_subimages_damages: { margin: 'x', ratio: 0, quality: -3 } },
      { tight: false, margin: 0.2, ratio: 0.25, quality: 30 },
    ],
  ])('%j: crops %j', (given, crops) => {
    expect(readRenderingOptions(given).crops).toEqual(crops)
  })
})
