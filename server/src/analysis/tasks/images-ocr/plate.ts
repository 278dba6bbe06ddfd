import type { Point, Reading } from '../../../core/contracts/findings.ts'
import { round } from '../../round.ts'
import { centerOf, heightOf, type Quad, widthOf } from '../../text/box-geometry.ts'
import { type Frames, joinFrames } from '../../text/frames.ts'
import type { ReadLine } from '../../text/read-text.ts'
import { guessTexts } from './ctc.ts'
import { fitPlates } from './fit-plate.ts'
import { BAND_CODES } from './plate-patterns.ts'

// Natural logarithms of how unusual something is, and limits.
export const READ_PLATE = {
  /** Text that was read in two boxes. */
  joined: -1,
  /** The country's band was read as the start of the line. A single letter is more often a letter of the plate. */
  band_letters: -0.3,
  band_letter: -2.5,
  band_of_other_country: -4,
  /** The band was read beside the line, and is that of the pattern: this is a plate. */
  band_beside: 1.5,
  /** The text is right as it was read, and the plate of a country that is not listed, or no plate. */
  unlisted: -3,
  band_confidence_min: 0.6,
  /** Of the height of the largest plate in the picture: the nearest vehicle is the one that is looked at. */
  size_power: 2,
  characters_min: 5,
  /** The longest plate with its band and a stray character. Longer lines are no plates, and costly to search. */
  characters_max: 14,
  /** The tallest lines of a picture count, and of each so many that it may go on in. */
  lines_max: 200,
  followers_max: 2,
  /** Of wrong readings of plates of many countries, most were less sure, and few right ones. */
  confidence_min: 0.6,
  country_share_min: 0.1,
  beam: 8,
  candidates_max: 5,
  candidate_min: 0.01,
}

export type PlateReading = Reading & { country: string | null }

/** A line that may be a plate or a piece of one, measured once. */
type Word = {
  frames: Frames
  count: number
  height: number
  width: number
  center: Point
  left: Point
  /** Where the line is the code of a country. */
  code: string | null
}
type Piece = { frames: Frames; height: number; cost: number; band: string | null }
type Fitting = { value: string; country: string; score: number; height: number }
/** How likely the text is this plate, rather than what it says as it was read. */
type Option = Fitting & { share: number }
type Found = { value: string; weight: number; share: number; countries: Map<string, number> }

/** The registration plate among the lines of a picture, or null. */
export function readPlate(lines: ReadLine[]): PlateReading | null {
  const words = lines
    .filter(({ text }) => !MEASURE.test(text))
    .map(wordOf)
    .filter(({ count }) => count <= READ_PLATE.characters_max)
    .toSorted((a, b) => b.height - a.height)
    .slice(0, READ_PLATE.lines_max)
  const ranked = rank([...piecesOf(words), ...pairsOf(words)].flatMap(optionsOf))
  const best = ranked[0]
  if (!best) return null
  const total = ranked.reduce((sum, { weight }) => sum + weight, 0)
  // One for a sure reading, one half where reading and repairs cost five units together.
  const trust = 1 / (1 + Math.exp(-(Math.log(best.weight) + 5)))
  const candidates = ranked
    .map(({ value, weight, share }) => ({ value, confidence: round((trust * share * weight) / total) }))
    .filter(({ confidence }) => confidence >= READ_PLATE.candidate_min)
    .slice(0, READ_PLATE.candidates_max)
  const first = candidates[0]
  if (!first || first.confidence < READ_PLATE.confidence_min) return null
  return { ...first, candidates, country: countryOf(best) }
}

function rank(options: Option[]): Found[] {
  const largest = Math.max(0, ...options.map((option) => option.height))
  const found = new Map<string, Found>()
  for (const { value, country, score, height, share } of options) {
    const weight = Math.exp(score + READ_PLATE.size_power * Math.log(height / largest)) * share
    const entry = found.get(value) ?? { value, weight: 0, share: 0, countries: new Map() }
    // The best way to a value counts. Summing up would favour what many countries' patterns let pass.
    if (weight > entry.weight) Object.assign(entry, { weight, share })
    entry.countries.set(country, Math.max(entry.countries.get(country) ?? 0, weight))
    found.set(value, entry)
  }
  return [...found.values()].toSorted((a, b) => b.weight - a.weight || (a.value < b.value ? -1 : 1))
}

/** The one country that explains the plate clearly better than any other. */
function countryOf({ weight, countries }: Found): string | null {
  const likely = [...countries].filter(([, other]) => other > weight * READ_PLATE.country_share_min)
  return likely.length === 1 ? (likely[0]?.[0] ?? null) : null
}

/** Texts a piece may be, in the shapes of plates. */
function optionsOf(piece: Piece): Option[] {
  const options: Fitting[] = []
  let unlisted = -Infinity
  for (const { text, probability } of guessTexts(piece.frames, symbolOf, READ_PLATE.beam)) {
    const score = Math.log(probability) + piece.cost
    const fits = shapesOf(text, piece.band, score, piece)
    if (!fits.some(({ value }) => value === text)) unlisted = Math.max(unlisted, score + READ_PLATE.unlisted)
    options.push(...fits)
    for (const code of Object.keys(BAND_CODES))
      if (text.startsWith(code))
        options.push(...shapesOf(text.slice(code.length), code, score + costOf(code), piece))
  }
  // A text that must be repaired to be a plate may as well be what it is.
  return options.map((option) => ({ ...option, share: 1 / (1 + Math.exp(unlisted - option.score)) }))
}

function costOf(code: string): number {
  return code.length === 1 ? READ_PLATE.band_letter : READ_PLATE.band_letters
}

function symbolOf(symbol: string): string | null {
  return symbol === '<' ? null : symbol
}

function shapesOf(text: string, band: string | null, score: number, piece: Piece): Fitting[] {
  // A word or a number is no plate, whatever its characters look like.
  if (text.length < READ_PLATE.characters_min || !/[0-9]/.test(text) || !/[A-Z]/.test(text)) return []
  return fitPlates(text).map(({ value, country, cost }) => ({
    value,
    country,
    score: score + cost + bandScore(band, country, band !== null && band === piece.band),
    height: piece.height,
  }))
}

function bandScore(band: string | null, country: string, isBeside: boolean): number {
  if (band === null) return 0
  if (BAND_CODES[band] !== country) return READ_PLATE.band_of_other_country
  return isBeside ? READ_PLATE.band_beside : 0
}

// As on labels and dials. In capitals they may be the letters of a plate.
const MEASURE = /[0-9]\s*(kg|Kg|km|kW|cm|mm|ml|cc|bar|psi)\b/

function wordOf({ text, confidence, corners, frames }: ReadLine): Word {
  const code = text.toUpperCase().replace('0', 'O')
  const isBand = BAND_CODES[code] !== undefined && confidence >= READ_PLATE.band_confidence_min
  return {
    frames,
    count: text.replace(/[^A-Za-z0-9]/g, '').length,
    height: heightOf(corners),
    width: widthOf(corners),
    center: centerOf(corners),
    left: leftEdgeOf(corners),
    code: isBand ? code : null,
  }
}

function piecesOf(words: Word[]): Piece[] {
  const bands = words.filter(({ code }) => code !== null)
  return words.map((word) => ({
    frames: word.frames,
    height: word.height,
    cost: 0,
    band: bandBeside(word, bands),
  }))
}

/** The code of a country in a box of its own, at the left edge of the line. */
function bandBeside({ left: [x0, y0], height }: Word, bands: Word[]): string | null {
  const band = bands.find(
    ({ center: [x, y], height: own }) =>
      Math.abs(x - x0) < height && Math.abs(y - y0) < height && own < height,
  )
  return band?.code ?? null
}

function leftEdgeOf(corners: Quad): Point {
  return [(corners[0][0] + corners[3][0]) / 2, (corners[0][1] + corners[3][1]) / 2]
}

/** Two boxes beside one another, or one under the other, of like height: a plate the detector took apart. */
function pairsOf(words: Word[]): Piece[] {
  return words.flatMap((first) =>
    words
      .filter((second) => first.count + second.count <= READ_PLATE.characters_max && follows(first, second))
      .toSorted((a, b) => distanceBetween(first, a) - distanceBetween(first, b))
      .slice(0, READ_PLATE.followers_max)
      .map((second) => ({
        frames: joinFrames(first.frames, second.frames),
        height: Math.min(first.height, second.height),
        cost: READ_PLATE.joined,
        band: null,
      })),
  )
}

function distanceBetween({ center: [ax, ay] }: Word, { center: [bx, by] }: Word): number {
  return Math.hypot(bx - ax, by - ay)
}

function follows(first: Word, second: Word): boolean {
  const { height } = first
  if (first === second || Math.abs(Math.log(second.height / height)) > 0.4) return false
  const [ax, ay] = first.center
  const [bx, by] = second.center
  const gap = bx - ax - (first.width + second.width) / 2
  if (Math.abs(by - ay) < height * 0.5) return gap > -height * 0.5 && gap < height * 1.5
  const drop = by - ay
  return (
    drop > height * 0.6 && drop < height * 1.8 && Math.abs(bx - ax) < Math.max(first.width, second.width) / 2
  )
}
