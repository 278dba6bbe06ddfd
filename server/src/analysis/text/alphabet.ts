import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Manifest } from '../inference/manifest.ts'
import { packageFolder } from '../inference/read-manifests.ts'
import { type Alphabet, BLANK, SYMBOLS } from './frames.ts'

const Settings = Type.Object({
  /** A character a line, in the order of the model's output. */
  characters: Type.Object({ package: Type.String(), file: Type.String() }),
})

// Read when text is first read, so that a process that reads none needs no such file.
const alphabets = new WeakMap<Manifest, Alphabet>()

export function alphabetOf(manifest: Manifest): Alphabet {
  const known = alphabets.get(manifest)
  if (known) return known
  const { name, version, parameters } = manifest
  if (!Value.Check(Settings, parameters))
    throw new Error(`the manifest of ${name} ${version} names no file of characters`)
  const alphabet = readAlphabet(parameters)
  alphabets.set(manifest, alphabet)
  return alphabet
}

function readAlphabet({ characters: { package: name, file } }: Static<typeof Settings>): Alphabet {
  const lines = readFileSync(join(packageFolder(name), file), 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
  // The first is blank, the last a space.
  const characters = ['', ...lines, ' ']
  const symbols = Int16Array.from(characters, (character) => {
    const symbol = character === '' ? -1 : SYMBOLS.indexOf(character.toUpperCase())
    return symbol < 0 ? BLANK : symbol
  })
  return { characters, symbols }
}
