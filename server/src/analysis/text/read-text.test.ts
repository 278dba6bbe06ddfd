import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../inference/manifest.ts'
import type { Models } from '../inference/model.ts'
import { alphabetOf } from './alphabet.ts'
import type { Quad } from './box-geometry.ts'
import { readText } from './read-text.ts'

const FILE = join(import.meta.dirname, '../../../../models/text-recognizer/manifest.json')
const read = (): Manifest => JSON.parse(readFileSync(FILE, 'utf8'))

const PICTURE = { pixels: new Uint8Array(64 * 32 * 3), width: 64, height: 32 }
const BOX: Quad = [
  [0, 0],
  [60, 0],
  [60, 30],
  [0, 30],
]

/** A recogniser of so many characters that sees one of them in every second frame. */
function recognizer(size: number, characters: number[]): Models {
  const frames = characters.length * 2
  const data = new Float32Array(frames * size)
  characters.forEach((character, at) => {
    data[at * 2 * size + character] = 0.9
    data[(at * 2 + 1) * size] = 1
  })
  const answer = { out: { type: 'float32' as const, shape: [1, frames, size], data } }
  return {
    get: () => ({ manifest: read(), infer: async () => answer }),
    findFaults: () => [],
    close: async () => {},
  }
}

describe('readText', () => {
  it('writes the characters of the file the manifest names', async () => {
    const { characters } = alphabetOf(read())
    const models = recognizer(
      characters.length,
      Array.from('b7X', (character) => characters.indexOf(character)).concat(Array(20).fill(0)),
    )
    expect(await readText(models, PICTURE, [BOX])).toMatchObject([{ text: 'b7X', corners: BOX }])
  })

  it('refuses a model that tells other characters apart than its alphabet has', async () => {
    await expect(readText(recognizer(97, [1]), PICTURE, [BOX])).rejects.toThrow(
      'the text recognizer tells 97 characters apart, its alphabet has 6625',
    )
  })
})

describe('alphabetOf', () => {
  it('begins with the blank, ends with a space, and is as long as the output of the model', () => {
    const manifest = read()
    const { characters, symbols } = alphabetOf(manifest)
    expect([characters[0], characters.at(-1)]).toEqual(['', ' '])
    expect(characters).toHaveLength(Number(manifest.outputs[0]?.shape.at(-1)))
    expect(symbols[characters.indexOf('b')]).toBe(symbols[characters.indexOf('B')])
  })

  it('is read once for a model', () => {
    const manifest = read()
    expect(alphabetOf(manifest)).toBe(alphabetOf(manifest))
  })

  it.each([
    [{}, 'the manifest of text-recognizer 1 names no file of characters'],
    [{ characters: { package: 'no-such', file: 'a.txt' } }, 'the package no-such'],
  ])('says what is missing with %j', (parameters, message) => {
    expect(() => alphabetOf({ ...read(), parameters })).toThrow(message)
  })
})
