/** A text of ours that is printed in one piece, such as a digest. */
export type Exact = { exact: string }

/** Whether what is read as one character, such as a letter with its accents, can be printed as it is. */
export type Printable = (grapheme: string) => boolean

// Written out, because they would turn the order of the text around them or are no characters at all.
const NEVER = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u
// Joiners and selectors have no glyph of their own; fonts shape their neighbours by them.
const SHAPING = /\u200c|\u200d|\ufe0e|\ufe0f/u
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const RUN_MAX = 24
const PIECE = 6
const BREAK = '\u200b'

// Each of these is a character by itself, and none of them is one of those above.
const PLAIN = /^[!-~]+$/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One font must have all of it: an accent of one font is never set on a letter of another. */
export function printableIn(fonts: readonly ReadonlySet<number>[]): Printable {
  const isIn = (grapheme: string) => {
    const codes = [...grapheme].filter((character) => !SHAPING.test(character))
    return fonts.some((font) => codes.every((character) => font.has(character.codePointAt(0) ?? 0)))
  }
  // A report has tens of thousands of characters, and few different ones.
  const known = new Map<string, boolean>()
  return (grapheme) => {
    const found = known.get(grapheme) ?? isIn(grapheme)
    known.set(grapheme, found)
    return found
  }
}

/**
 * A text as it can be printed: what no font shows, or what would act on its surroundings, is written as its code, such
 * as `[U+4E2D]`. Long runs get places where a line may end, and text of the other direction is kept to itself.
 */
export function printableText(text: string, isPrintable: Printable): string {
  const words = text
    .replace(/[\t\n\v\f\r\u2028\u2029 ]+/gu, ' ')
    .replace(/[^ ]+/gu, (run) => breakable(withoutUnprintable(run, isPrintable)))
  return RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words
}

/** Every text in it, at any depth. Keys are ours. */
export function printableTexts(value: unknown, isPrintable: Printable): unknown {
  if (typeof value === 'string') return printableText(value, isPrintable)
  // Identifiers and digests come out whole when they are copied. The template has room for them where they stand.
  if (isExact(value)) return { exact: value.exact }
  if (Array.isArray(value)) return value.map((item) => printableTexts(item, isPrintable))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, printableTexts(item, isPrintable)]),
  )
}

function isExact(value: unknown): value is Exact {
  return typeof value === 'object' && value !== null && 'exact' in value && typeof value.exact === 'string'
}

function withoutUnprintable(run: string, isPrintable: Printable): string {
  if (PLAIN.test(run) && [...run].every((character) => isPrintable(character))) return run
  let written = ''
  let codes: string[] = []
  const flush = () => {
    if (codes.length > 0) written += `[${codes.join(' ')}]`
    codes = []
  }
  for (const { segment } of graphemes.segment(run)) {
    if (!NEVER.test(segment) && isPrintable(segment)) {
      flush()
      written += segment
    } else codes.push(...[...segment].map(codeOf))
  }
  flush()
  return written
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function breakable(run: string): string {
  if (run.length <= RUN_MAX) return run
  const letters = [...graphemes.segment(run)].map(({ segment }) => segment)
  if (letters.length <= RUN_MAX) return run
  return letters.map((letter, at) => (at > 0 && at % PIECE === 0 ? BREAK + letter : letter)).join('')
}
