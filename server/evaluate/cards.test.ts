import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cardOf, MODELS_DIR } from './cards.ts'
import { settingsDigest } from './settings-digest.ts'
import { formatFigure, formatTable, rowsOf, summaryOf } from './tables.ts'

const figure = { value: 0.7012, low: 0.65, high: 0.75, n: 40 }

describe('cardOf', () => {
  const card = cardOf('damage-segmenter')

  it('says which damages the model never emits', () => {
    const never = card
      .match(/Never emitted[^:]*: ([^.]*)\./)?.[1]
      ?.split(', ')
      .sort()
    expect(never).toEqual(
      'body_crack car_curve dirt hubcap_scratch light_reflection missing_hubcap paint_damage rustiness shadow smash'.split(
        ' ',
      ),
    )
  })

  it('names licence, origin, limits and the thresholds in force', () => {
    const manifest = JSON.parse(readFileSync(join(MODELS_DIR, 'damage-segmenter/manifest.json'), 'utf8'))
    for (const { name, licence, source } of manifest.licence.attribution)
      expect(card).toMatch(
        new RegExp(`\\| ${literally(name)} +\\| ${literally(licence)} +\\| ${literally(source)}`),
      )
    const [scratch] = manifest.classes
    expect(card).toMatch(
      new RegExp(
        `\\| scratch +\\| scratch +\\| ${scratch.mask_threshold} +\\| ${scratch.present_threshold} `,
      ),
    )
    expect(card).toContain('## Limits')
  })
})

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('settingsDigest', () => {
  const settings = { classes: [{ name: 'scratch', threshold: 0.5 }], parameters: { side: 512, gate: 0.3 } }

  it('changes with a threshold and a parameter, not with the order of keys', () => {
    const digest = settingsDigest(settings)
    expect(settingsDigest({ ...settings, classes: [{ name: 'scratch', threshold: 0.4 }] })).not.toBe(digest)
    expect(settingsDigest({ ...settings, parameters: { side: 512, gate: 0.2 } })).not.toBe(digest)
    expect(settingsDigest({ ...settings, parameters: { gate: 0.3, side: 512 } })).toBe(digest)
  })
})

describe('tables', () => {
  it('pads its columns', () => {
    expect(formatTable(['a', 'bc'], [['long', 'x']])).toBe('| a    | bc |\n|------|----|\n| long | x  |')
  })

  it('shows a figure with its interval, and a dash where there is none', () => {
    expect(formatFigure(figure)).toBe('0.70 (0.65 to 0.75)')
    expect(formatFigure({ value: null, low: null, high: null, n: 0 })).toBe('–')
  })

  it('makes rows of any report, and one bare object for the last line', () => {
    const report = {
      sha256: 'x',
      settings_sha256: 'y',
      a: { b: figure, each: [1, 2] },
      note: 'text',
      count: 3,
    }
    expect(rowsOf(report)).toEqual([
      ['a b', '0.701 (0.650 to 0.750)', '40'],
      ['note', 'text', ''],
      ['count', '3', ''],
    ])
    expect(summaryOf(report)).toEqual({
      sha256: 'x',
      settings_sha256: 'y',
      a: { b: 0.7012 },
      note: 'text',
      count: 3,
    })
  })
})
