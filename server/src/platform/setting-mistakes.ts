import { readFileSync } from 'node:fs'

export type SettingKind =
  | 'text'
  | 'level'
  | 'database'
  | 'url'
  | 'port'
  | 'count'
  | 'file'
  | 'secret'
  | 'keys'
  | 'boolean'
  | 'currency'

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']
const GUESSABLE = /change.?me|secret|password|example|default|walkaround|12345678|qwerty|abcdef/i

/** What is wrong with the value of a setting, to be read after its name. */
export function mistakeIn(kind: SettingKind, value: string): string | null {
  switch (kind) {
    case 'url':
      return URL.canParse(value) && /^https?:/.test(value) ? null : 'must be an http or https URL'
    case 'port':
      return /^\d{1,5}$/.test(value) && Number(value) < 65_536 ? null : 'must be a port number'
    case 'count':
      return /^\d{1,15}$/.test(value) && Number(value) > 0 ? null : 'must be a whole number above 0'
    case 'currency':
      return /^[A-Z]{3}$/.test(value) ? null : 'must be three capital letters'
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'must be true or false'
    case 'file':
      return readable(value) ? null : 'names a file that cannot be read'
    case 'keys':
      return keysMistake(value)
    case 'secret':
      return secretMistake(value)
    case 'level':
      return LEVELS.includes(value) ? null : `must be one of ${LEVELS.join(', ')}`
    case 'database':
      return /^postgres(ql)?:\/\//.test(value) ? secretMistake(value) : 'must be a postgresql:// URL'
    case 'text':
      return null
  }
}

function readable(file: string): boolean {
  try {
    readFileSync(file)
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
    return 'gives one id to two keys'
  if (keys.some((key) => key !== undefined && new Set(key).size < 8))
    return 'is guessable; make one with: openssl rand -hex 32'
  return null
}

function secretMistake(value: string): string | null {
  const secret = value.includes('://') ? passwordOf(value) : value
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
