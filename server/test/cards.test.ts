import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cardOf, MODELS_DIR } from '../evaluate/cards.ts'

const names = readdirSync(MODELS_DIR).filter((name) => existsSync(join(MODELS_DIR, name, 'manifest.json')))
const textOf = (name: string, file: string) => readFileSync(join(MODELS_DIR, name, file), 'utf8')

describe.each(names)('the card of %s', (name) => {
  it('names the weights of the manifest', () => {
    const { sha256 } = JSON.parse(textOf(name, 'manifest.json'))
    expect(textOf(name, 'card.md')).toContain(sha256)
  })

  it('shows figures that were measured with these weights', () => {
    if (!existsSync(join(MODELS_DIR, name, 'figures.json'))) return
    const { sha256 } = JSON.parse(textOf(name, 'manifest.json'))
    expect(JSON.parse(textOf(name, 'figures.json')).sha256).toBe(sha256)
  })

  // `pnpm evaluate cards` writes it anew; `pnpm evaluate --write-cards` measures first.
  it('is what its manifest, figures and notes give', () => {
    expect(textOf(name, 'card.md')).toBe(cardOf(name))
  })
})
