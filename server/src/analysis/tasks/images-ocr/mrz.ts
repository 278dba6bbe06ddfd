import type { Reading } from '../../../core/contracts/findings.ts'
import { round } from '../../round.ts'
import { twinOf } from './confusions.ts'

/** The lines a machine reads at the foot of passports and identity cards: ICAO Doc 9303, and the older French card. */
export type MrzLine = { text: string; confidence: number }

type Field = {
  name: string
  /** Line, first character and end, from 0. */
  at: [line: number, from: number, to: number]
  kind: 'text' | 'names' | 'number' | 'letters'
  /** Where its check digit stands. */
  check?: [line: number, at: number]
}

type Layout = { starts: RegExp; lines: number; width: number; fields: Field[] }

// Doc 9303 part 4.
const PASSPORT: Layout = {
  starts: /^P/,
  lines: 2,
  width: 44,
  fields: [
    { name: 'issuing_country', at: [0, 2, 5], kind: 'letters' },
    { name: 'names', at: [0, 5, 44], kind: 'names' },
    { name: 'document_number', at: [1, 0, 9], kind: 'text', check: [1, 9] },
    { name: 'nationality', at: [1, 10, 13], kind: 'letters' },
    { name: 'date_of_birth', at: [1, 13, 19], kind: 'number', check: [1, 19] },
    { name: 'sex', at: [1, 20, 21], kind: 'letters' },
    { name: 'date_of_expiry', at: [1, 21, 27], kind: 'number', check: [1, 27] },
  ],
}

// Doc 9303 part 5, as on French cards since 2021.
const CARD: Layout = {
  starts: /^[IAC]/,
  lines: 3,
  width: 30,
  fields: [
    { name: 'issuing_country', at: [0, 2, 5], kind: 'letters' },
    { name: 'document_number', at: [0, 5, 14], kind: 'text', check: [0, 14] },
    { name: 'date_of_birth', at: [1, 0, 6], kind: 'number', check: [1, 6] },
    { name: 'sex', at: [1, 7, 8], kind: 'letters' },
    { name: 'date_of_expiry', at: [1, 8, 14], kind: 'number', check: [1, 14] },
    { name: 'nationality', at: [1, 15, 18], kind: 'letters' },
    { name: 'names', at: [2, 0, 30], kind: 'names' },
  ],
}

// French cards until 2021. They do not say when they expire.
const OLD_FRENCH_CARD: Layout = {
  starts: /^IDFRA/,
  lines: 2,
  width: 36,
  fields: [
    { name: 'issuing_country', at: [0, 2, 5], kind: 'letters' },
    { name: 'surname', at: [0, 5, 30], kind: 'text' },
    { name: 'document_number', at: [1, 0, 12], kind: 'text', check: [1, 12] },
    { name: 'given_names', at: [1, 13, 27], kind: 'text' },
    { name: 'date_of_birth', at: [1, 27, 33], kind: 'number', check: [1, 33] },
    { name: 'sex', at: [1, 34, 35], kind: 'letters' },
  ],
}

const VALUES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Doc 9303 part 3, 4.9: weights 7, 3, 1; the filler counts nothing. */
export function mrzCheckDigit(text: string): string {
  let sum = 0
  Array.from(text).forEach((character, index) => {
    sum += Math.max(0, VALUES.indexOf(character)) * ([7, 3, 1][index % 3] ?? 0)
  })
  return String(sum % 10)
}

/** Fields of the machine-readable lines among the lines of a document, by name; none when there are no such lines. */
export function readMrz(lines: MrzLine[]): Record<string, Reading> {
  const cleaned = lines.map((line) => ({ ...line, text: cleanLine(line.text) }))
  for (const layout of [PASSPORT, CARD, OLD_FRENCH_CARD])
    for (let start = 0; start + layout.lines <= cleaned.length; start++) {
      const rows = cleaned.slice(start, start + layout.lines)
      if (rows.every((row, index) => fits(row.text, index, layout))) return fieldsOf(rows, layout)
    }
  return {}
}

function cleanLine(text: string): string {
  return text
    .toUpperCase()
    .replace(/«/g, '<<')
    .replace(/[‹〈《く]/g, '<')
    .replace(/[^A-Z0-9<]/g, '')
}

/** Fillers at the end are easily lost or doubled by a reader; nothing else may be missing. */
function fits(text: string, index: number, { starts, width }: Layout): boolean {
  if (index === 0 && !starts.test(text)) return false
  const filled = text.replace(/<+$/, '')
  const isPadded = filled.length < text.length && Math.abs(text.length - width) <= 6
  return filled.length <= width && (text.length === width || isPadded)
}

function fieldsOf(rows: MrzLine[], { width, fields }: Layout): Record<string, Reading> {
  const padded = rows.map((row) => ({ ...row, text: row.text.padEnd(width, '<').slice(0, width) }))
  const found: Record<string, Reading> = {}
  for (const field of fields) {
    const row = padded[field.at[0]]
    if (!row) continue
    const raw = Array.from(row.text.slice(field.at[1], field.at[2]), (character) =>
      repair(character, field.kind),
    )
    const text = raw.join('')
    const confidence = row.confidence * trustOf(text, field, padded)
    for (const [name, value] of valuesOf(field, text))
      if (value !== '') found[name] = readingOf(value, confidence)
  }
  return found
}

function repair(character: string, kind: Field['kind']): string {
  const twin = twinOf(character)
  if (kind === 'number' && /[A-Z]/.test(character)) return twin ?? character
  if ((kind === 'letters' || kind === 'names') && /[0-9]/.test(character)) return twin ?? character
  return character
}

/** A wrong check digit: some character of the field was misread, and nobody knows which. */
function trustOf(text: string, { check }: Field, rows: MrzLine[]): number {
  if (!check) return 1
  const digit = repair(rows[check[0]]?.text.charAt(check[1]) ?? '', 'number')
  return digit === mrzCheckDigit(text) ? 1 : 0.3
}

function valuesOf({ name, kind }: Field, text: string): [name: string, value: string][] {
  const plain = (part: string) => part.replace(/<+/g, ' ').trim()
  if (kind !== 'names') return [[name, plain(text)]]
  const [surname = '', given = ''] = text.split(/<<(.*)/)
  return [
    ['surname', plain(surname)],
    ['given_names', plain(given)],
  ]
}

export function readingOf(value: string, confidence: number): Reading {
  const rounded = round(confidence)
  return { value, confidence: rounded, candidates: [{ value, confidence: rounded }] }
}
