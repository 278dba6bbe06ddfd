import { accessSync, constants, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { colorMistake, gradesMistake, logoMistake } from './report-look.ts'

export type Setting = {
  kind: SettingKind
  means: string
  default?: string
  optional?: true
}

export type SettingKind =
  | 'text'
  | 'level'
  | 'database'
  | 'url'
  | 'base_url'
  | 'port'
  | 'count'
  | 'seconds'
  | 'milliseconds'
  | 'time_zone'
  | 'paper'
  | 'audience_parameter'
  | 'logo'
  | 'color'
  | 'grades'
  | 'file'
  | 'command'
  | 'secret'
  | 'keys'
  | 'boolean'
  | 'currency'
  | 'origins'

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']
/** The papers that reports are laid out for. */
export const PAPERS = ['a4', 'letter'] as const
const AUDIENCE_PARAMETERS = ['resource', 'audience', 'none']
// Ten years. PostgreSQL has no interval for every number that fits into 15 digits.
const SECONDS_MAX = 315_360_000
// A timer of Node that is set to more fires at once.
const MILLISECONDS_MAX = 2_147_483_647
const GUESSABLE = /change.?me|secret|password|example|default|walkaround|12345678|qwerty|abcdef/i

/** Reports every mistake at once, so that an operator fixes them in one go. */
export class ConfigMistakes extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(`The configuration has ${mistakes.length} error(s):\n${mistakes.map((m) => `  - ${m}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

/** What is wrong with the value of a setting, to be read after its name. */
export function mistakeIn(kind: SettingKind, value: string): string | null {
  switch (kind) {
    case 'url':
      return urlMistake(value)
    case 'base_url':
      return urlMistake(value) ?? baseUrlMistake(value)
    case 'port':
      return /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? null : 'must be a port number'
    case 'count':
      return countMistake(value, Number.MAX_SAFE_INTEGER)
    case 'seconds':
      return countMistake(value, SECONDS_MAX)
    case 'milliseconds':
      return countMistake(value, MILLISECONDS_MAX)
    case 'time_zone':
      return isTimeZone(value) ? null : 'must be a time zone by its IANA name, such as Europe/Berlin'
    case 'paper':
      return PAPERS.some((paper) => paper === value) ? null : `must be ${PAPERS.join(' or ')}`
    case 'audience_parameter':
      return AUDIENCE_PARAMETERS.includes(value) ? null : 'must be resource, audience or none'
    case 'logo':
      return logoMistake(value)
    case 'color':
      return colorMistake(value)
    case 'grades':
      return gradesMistake(value)
    case 'origins':
      return value.split(' ').every(isOrigin)
        ? null
        : 'must be origins such as https://app.example.com, with a space between them'
    case 'currency':
      return /^[A-Z]{3}$/.test(value) ? null : 'must be three capital letters'
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'must be true or false'
    case 'file':
      return readable(value) ? null : 'names a file that cannot be read'
    case 'command':
      return commandMistake(value)
    case 'keys':
      return keysMistake(value)
    case 'secret':
      return secretMistake(value)
    case 'level':
      return LEVELS.includes(value) ? null : `must be one of ${LEVELS.join(', ')}`
    case 'database':
      return /^postgres(ql)?:\/\//.test(value) ? secretMistake(value) : 'must be a postgresql:// URL'
    case 'text':
      return isOneLine(value) ? null : 'must be one line without leading or trailing spaces'
  }
}

/** The value as the service uses it. It has no mistake. */
export function convertSetting(kind: SettingKind, value: string): string | number | boolean {
  switch (kind) {
    case 'port':
    case 'count':
    case 'seconds':
    case 'milliseconds':
      return Number(value)
    case 'boolean':
      return value === 'true'
    case 'base_url':
      // Paths are put behind it.
      return new URL(value).href.replace(/\/+$/, '')
    case 'text':
    case 'level':
    case 'database':
    case 'url':
    case 'time_zone':
    case 'paper':
    case 'audience_parameter':
    case 'logo':
    case 'color':
    case 'grades':
    case 'file':
    case 'command':
    case 'secret':
    case 'keys':
    case 'currency':
    case 'origins':
      return value
  }
}

function urlMistake(value: string): string | null {
  return URL.canParse(value) && /^https?:\/\/\S+$/.test(value) ? null : 'must be an http or https URL'
}

function baseUrlMistake(value: string): string | null {
  const { username, password } = new URL(value)
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  return /[?#]/.test(value) ? 'must not have a query or fragment' : null
}

const isOrigin = (text: string) => urlMistake(text) === null && new URL(text).origin === text

function countMistake(value: string, max: number): string | null {
  if (!/^\d{1,15}$/.test(value) || Number(value) === 0) return 'must be a whole number above 0'
  return Number(value) <= max ? null : `must be a whole number up to ${max}`
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** A value read from a file easily keeps the end of its line. */
function isOneLine(value: string): boolean {
  return value === value.trim() && !/\p{Cc}/u.test(value)
}

function readable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

function commandMistake(value: string): string | null {
  if (!isOneLine(value)) return 'must be one line without leading or trailing spaces'
  const [program = ''] = value.split(' ')
  return isAbsolute(program) && isExecutable(program)
    ? null
    : 'must start with the full path of a program that this user may run'
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function keysMistake(value: string): string | null {
  const keys = value.split(',').map((key) => /^([a-z0-9]{1,16}):((?:[0-9a-f]{2}){32,})$/.exec(key)?.[2])
  if (keys.some((key) => key === undefined))
    return 'must be `id:hex` with at least 64 hex digits; make one with: openssl rand -hex 32'
  if (new Set(value.split(',').map((key) => key.split(':')[0])).size < keys.length)
    return 'uses the same ID for two keys'
  if (keys.some((key) => key !== undefined && new Set(key).size < 8))
    return 'is guessable; make one with: openssl rand -hex 32'
  return null
}

function secretMistake(value: string): string | null {
  const secret = value.includes('://') ? passwordOf(value) : value
  if (!isOneLine(value)) return 'must be one line without leading or trailing spaces'
  if (secret === null) return 'is not a URL, or its password is not percent-encoded'
  if (secret.length < 16)
    return 'has a secret of fewer than 16 characters; make one with: openssl rand -hex 32'
  return GUESSABLE.test(secret) || new Set(secret).size < 6
    ? 'looks like a default secret; make one with: openssl rand -hex 32'
    : null
}

function passwordOf(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).password)
  } catch {
    return null
  }
}
