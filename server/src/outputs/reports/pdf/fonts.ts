import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** `name` is the one that Typst knows, `folder` that of the package. Every family is read in its regular weight too. */
type Family = { name: string; folder: string; bolder: string[] }

const REGULAR = '400Regular'
const SEMIBOLD = '600SemiBold'
const BOLD = '700Bold'

// Typst looks at the fonts of the machine too, but takes ours where they fit as well as those. So every weight that the
// template uses is here where a font has it. Chinese is large and read in one weight only.
const INTER: Family = { name: 'Inter', folder: 'inter', bolder: [SEMIBOLD, BOLD] }
/** In the order in which they are asked for what Inter lacks. */
const OTHERS: Family[] = [
  { name: 'Noto Sans Arabic', folder: 'noto-sans-arabic', bolder: [SEMIBOLD, BOLD] },
  { name: 'Noto Sans Hebrew', folder: 'noto-sans-hebrew', bolder: [SEMIBOLD, BOLD] },
  { name: 'Noto Emoji', folder: 'noto-emoji', bolder: [SEMIBOLD, BOLD] },
  { name: 'Noto Sans SC', folder: 'noto-sans-sc', bolder: [] },
  { name: 'NanumGothic', folder: 'nanum-gothic', bolder: [BOLD] },
]

export type Fonts = {
  /** In the order in which they are asked for a character. */
  families: string[]
  files: Buffer[]
  /** Those of each family. Its weights have the same. */
  characters: ReadonlySet<number>[]
}

/** The fonts that a text needs, of those that come with the service. Most texts need one family, which saves the others' memory. */
export function fontsFor(text: string): Fonts {
  let missing = [...new Set(text)]
  const fonts: Fonts = { families: [], files: [], characters: [] }
  for (const family of [INTER, ...OTHERS]) {
    if (missing.length === 0 && family !== INTER) break
    const regular = readFont(family, REGULAR)
    const characters = charactersOf(regular)
    const left = missing.filter((character) => !characters.has(character.codePointAt(0) ?? 0))
    if (left.length === missing.length && family !== INTER) continue
    fonts.families.push(family.name)
    fonts.files.push(regular, ...family.bolder.map((weight) => readFont(family, weight)))
    fonts.characters.push(characters)
    missing = left
  }
  return fonts
}

function readFont({ name, folder }: Family, weight: string): Buffer {
  const path = `@expo-google-fonts/${folder}/${weight}/${name.replaceAll(' ', '')}_${weight}.ttf`
  return readFileSync(createRequire(import.meta.url).resolve(path))
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
