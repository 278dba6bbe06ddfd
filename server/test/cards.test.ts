import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cardOf, MODELS_DIR } from '../evaluate/cards.ts'
import { settingsDigest } from '../evaluate/settings-digest.ts'
import { trainingRecord } from '../evaluate/training-record.ts'

const names = readdirSync(MODELS_DIR).filter((name) => existsSync(join(MODELS_DIR, name, 'manifest.json')))
const textOf = (name: string, file: string) => readFileSync(join(MODELS_DIR, name, file), 'utf8')

describe.each(names)('the card of %s', (name) => {
  it('names the weights of the manifest', () => {
    const { sha256 } = JSON.parse(textOf(name, 'manifest.json'))
    expect(textOf(name, 'card.md')).toContain(sha256)
  })

  // `pnpm evaluate --write-cards` measures anew.
  it('shows figures that were measured with these weights and thresholds', () => {
    if (!existsSync(join(MODELS_DIR, name, 'figures.json'))) return
    const manifest = JSON.parse(textOf(name, 'manifest.json'))
    expect(JSON.parse(textOf(name, 'figures.json'))).toMatchObject({
      sha256: manifest.sha256,
      settings_sha256: settingsDigest(manifest),
    })
  })

  // Look at results of the new weights one by one, then write what was seen and their digest.
  it('has notes about these weights', () => {
    if (!existsSync(join(MODELS_DIR, name, 'notes.md'))) return
    const { sha256 } = JSON.parse(textOf(name, 'manifest.json'))
    expect(textOf(name, 'notes.md').split('\n')[0]).toBe(`Weights: ${sha256}`)
  })

  // `pnpm evaluate cards` writes it anew; `pnpm evaluate --write-cards` measures first.
  it('is what its manifest, figures and notes give', () => {
    expect(textOf(name, 'card.md')).toBe(cardOf(name))
  })
})

const DOCS = join(MODELS_DIR, '../docs/evaluation')
const texts = [
  ...names.map((name) => join(MODELS_DIR, name, 'notes.md')).filter((file) => existsSync(file)),
  ...readdirSync(DOCS).map((file) => join(DOCS, file)),
]

// What was measured or looked at with other weights is measured and looked at again.
describe.each(texts)('%s', (file) => {
  it('names weights that are in use', () => {
    for (const [, name, digest] of readFileSync(file, 'utf8').matchAll(/\b([a-z-]+) ([0-9a-f]{64})\b/g)) {
      expect(names).toContain(name)
      expect(JSON.parse(textOf(name ?? '', 'manifest.json')).sha256).toBe(digest)
    }
  })
})

describe('the manifest of damage-segmenter', () => {
  const { classes, licence, training } = JSON.parse(textOf('damage-segmenter', 'manifest.json'))

  // Whose pictures the weights were trained on is said beside them.
  it('credits the whole cars it was trained on', () => {
    const { clean } = JSON.parse(readFileSync(join(MODELS_DIR, 'training/split.json'), 'utf8'))
    const isTrained = clean.train.some((name: string) => name.startsWith('whole-cars/'))
    expect(isTrained).toBe(true)
    expect(licence.attribution.map(({ source }: { source: string }) => source)).toContainEqual(
      expect.stringContaining('openimages'),
    )
  })

  // `pnpm evaluate calibrate` fits it.
  it('has confidences that were calibrated', () => {
    const curves: unknown[] = classes.map(({ calibration }: { calibration: unknown }) => calibration)
    expect(curves.some((curve) => JSON.stringify(curve) !== '{"a":1,"b":0}')).toBe(true)
  })

  // `pnpm evaluate cards` copies it from the training's files; the command is written by hand.
  it('says how the weights were trained', () => {
    expect(training).toMatchObject({
      command: expect.stringContaining('train_damage.py'),
      ...trainingRecord(),
    })
  })
})
