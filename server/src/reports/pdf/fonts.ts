import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** In the order in which they are asked for a character. The names are those that Typst and the template know. */
export const FONT_FAMILIES = ['Inter', 'Noto Sans Arabic', 'Noto Sans Hebrew', 'Noto Emoji'] as const

// Typst looks at the fonts of the machine too, but takes ours where they fit as well as those. So every weight that the
// template uses is here for every family: nothing else can fit better.
const WEIGHTS = ['400Regular', '600SemiBold', '700Bold']

/** The fonts that come with the service, the weights of each family together. */
export function readFonts(): Buffer[][] {
  const require = createRequire(import.meta.url)
  return FONT_FAMILIES.map((family) => {
    const folder = family.toLowerCase().replaceAll(' ', '-')
    const name = family.replaceAll(' ', '')
    return WEIGHTS.map((weight) =>
      readFileSync(require.resolve(`@expo-google-fonts/${folder}/${weight}/${name}_${weight}.ttf`)),
    )
  })
}

/** The characters of each family. Its weights have the same. */
export function readCharacters(families: readonly Buffer[][]): Set<number>[] {
  return families.flatMap(([regular]) => (regular ? [charactersOf(regular)] : []))
}

/** The characters a font has a glyph for, of its `cmap` table (OpenType, formats 4 and 12). */
function charactersOf(font: Buffer): Set<number> {
  const table = tableOf(font, 'cmap')
  const characters = new Set<number>()
  for (let at = 0; at < table.readUInt16BE(2); at++) {
    const subtable = table.subarray(table.readUInt32BE(4 + at * 8 + 4))
    const format = subtable.readUInt16BE(0)
    if (format === 4) readSegments(subtable, characters)
    if (format === 12) readGroups(subtable, characters)
  }
  return characters
}

function tableOf(font: Buffer, tag: string): Buffer {
  for (let at = 0; at < font.readUInt16BE(4); at++) {
    const record = font.subarray(12 + at * 16, 28 + at * 16)
    if (record.toString('latin1', 0, 4) === tag) return font.subarray(record.readUInt32BE(8))
  }
  throw new Error(`the font has no table ${tag}`)
}

function readSegments(subtable: Buffer, characters: Set<number>) {
  const size = subtable.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const end = subtable.readUInt16BE(14 + at)
    const start = subtable.readUInt16BE(16 + size + at)
    const delta = subtable.readUInt16BE(16 + 2 * size + at)
    const rangeAt = 16 + 3 * size + at
    const range = subtable.readUInt16BE(rangeAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code + delta : subtable.readUInt16BE(rangeAt + range + (code - start) * 2)
      if (glyph % 0x10000 !== 0) characters.add(code)
    }
  }
}

function readGroups(subtable: Buffer, characters: Set<number>) {
  for (let at = 0; at < subtable.readUInt32BE(12); at++) {
    const group = 16 + at * 12
    const end = subtable.readUInt32BE(group + 4)
    for (let code = subtable.readUInt32BE(group); code <= end; code++) characters.add(code)
  }
}
