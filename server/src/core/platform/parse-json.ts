import { isUtf8 } from 'node:buffer'

const JSON_REFUSALS = [
  'not_utf8',
  'not_json',
  'too_deep',
  'null_character',
  'lone_surrogate',
  'number_not_finite',
  'duplicate_key',
  'forbidden_key',
] as const
export type JsonRefusal = (typeof JSON_REFUSALS)[number]

export class JsonRefused extends Error {
  readonly reason: JsonRefusal
  /** Offset in UTF-16 code units of the decoded text; null where only the whole text is known to be wrong. */
  readonly position: number | null

  constructor(reason: JsonRefusal, position: number | null) {
    super(position === null ? reason : `${reason} at ${position}`)
    this.name = 'JsonRefused'
    this.reason = reason
    this.position = position
  }
}

/**
 * The one parser for JSON text that enters the service. What it returns can be stored in PostgreSQL,
 * walked with plain recursion and spread into objects without further checks.
 */
export function parseJson(bytes: Uint8Array, limits: { depthMax: number }): unknown {
  if (!isUtf8(bytes)) throw new JsonRefused('not_utf8', null)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  scan(text, limits.depthMax)
  try {
    return JSON.parse(text)
  } catch {
    // The engine's message quotes the text, which may be private; it is not kept.
    throw new JsonRefused('not_json', null)
  }
}

const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const BRACKET_OPEN = 0x5b
const BACKSLASH = 0x5c
const BRACKET_CLOSE = 0x5d
const LOWER_E = 0x65
const BRACE_OPEN = 0x7b
const BRACE_CLOSE = 0x7d

// The largest double has 309 digits, so a shorter number without exponent needs no conversion.
const SAFE_NUMBER_LENGTH = 308

// Refuses what JSON.parse would accept. It follows only enough of the grammar to know strings, keys and
// nesting; a text that breaks the grammar is left for JSON.parse to refuse.
function scan(text: string, depthMax: number): void {
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new JsonRefused('null_character', nul)

  // One entry per open container: the keys seen so far, or null in an array.
  const open: (Set<string> | null)[] = []
  let keys: Set<string> | null = null
  let keyExpected = false
  let backslash = nextBackslash(text, 0)
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = stringEnd(text, at, backslash)
      const escaped = backslash < end
      const value = escaped ? unescapeString(text, at, end) : null
      if (keyExpected && keys !== null) {
        addKey(keys, value ?? text.slice(at + 1, end), at)
        keyExpected = false
      }
      if (escaped) backslash = nextBackslash(text, end)
      at = end + 1
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      at = numberEnd(text, at)
    } else {
      if (code === BRACE_OPEN || code === BRACKET_OPEN) {
        if (open.length === depthMax) throw new JsonRefused('too_deep', at)
        keys = code === BRACE_OPEN ? new Set() : null
        open.push(keys)
        keyExpected = true
      } else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) {
        open.pop()
        keys = open.at(-1) ?? null
      } else if (code === COMMA) {
        keyExpected = true
      }
      at += 1
    }
  }
}

function nextBackslash(text: string, from: number): number {
  const found = text.indexOf('\\', from)
  return found === -1 ? text.length : found
}

// Returns the offset of the closing quote. Everything before `backslash` is known to hold no escape.
function stringEnd(text: string, start: number, backslash: number): number {
  const quote = text.indexOf('"', start + 1)
  if (quote === -1) throw new JsonRefused('not_json', start)
  if (quote < backslash) return quote
  let at = backslash
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    at += code === BACKSLASH ? 2 : 1
  }
  throw new JsonRefused('not_json', start)
}

// Surrogates can be halved only by escapes: raw ones cannot survive the UTF-8 check.
function unescapeString(text: string, start: number, end: number): string {
  const value = parseString(text.slice(start, end + 1), start)
  if (value.includes('\0')) throw new JsonRefused('null_character', start)
  if (!value.isWellFormed()) throw new JsonRefused('lone_surrogate', start)
  return value
}

function parseString(literal: string, position: number): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    throw new JsonRefused('not_json', position)
  }
}

function addKey(keys: Set<string>, key: string, position: number): void {
  const forbidden = key === '__proto__' || key === 'constructor' || key === 'prototype'
  // V8 misreads an escaped key once some object has a key with a backslash (nodejs/node#63785), so that one
  // caller's `\\` would turn another caller's `"` into it. No such key may enter, nor reach the database.
  if (forbidden || key.includes('\\')) throw new JsonRefused('forbidden_key', position)
  if (keys.has(key)) throw new JsonRefused('duplicate_key', position)
  keys.add(key)
}

function numberEnd(text: string, start: number): number {
  let at = start + 1
  let exponent = false
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code | 0x20) === LOWER_E) exponent = true
    else if ((code < ZERO || code > NINE) && code !== POINT && code !== MINUS && code !== PLUS) break
  }
  if (!exponent && at - start <= SAFE_NUMBER_LENGTH) return at
  if (Math.abs(Number(text.slice(start, at))) === Number.POSITIVE_INFINITY) {
    throw new JsonRefused('number_not_finite', start)
  }
  return at
}
