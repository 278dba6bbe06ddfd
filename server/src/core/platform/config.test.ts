import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, SETTINGS } from './config.ts'
import { ConfigMistakes } from './setting-mistakes.ts'

const SECRET = 'b7c1d09e4f5a46c2a3e8'
const KEY = '6f69c2a42a41b46f94e043a124b3a77cdd95fe123304b5dc8c3e3eb98d93c1ee'
const REQUIRED = {
  DATABASE_URL: `postgresql://walkaround_app:${SECRET}@127.0.0.1:5432/walkaround`,
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: SECRET,
  OIDC_ISSUER: 'https://login.example.com/',
  OIDC_AUDIENCE: 'https://api.example.com/v1/',
  PUBLIC_URL: 'https://api.example.com',
  PICTURE_URL_KEYS: `k1:${KEY}`,
  SEALING_KEYS: `k1:${KEY}`,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walkaround-config-'))
  writeFileSync(join(folder, 'certificate.pem'), 'certificate')
})
afterAll(() => rmSync(folder, { recursive: true }))

function mistakesOf(changes: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig({ ...REQUIRED, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigMistakes) return error.mistakes
    throw error
  }
}

describe('readConfig', () => {
  it('applies the defaults and converts each kind', () => {
    const config = readConfig(REQUIRED)
    expect(config).toMatchObject({
      ...REQUIRED,
      API_PORT: 8080,
      OIDC_TOKEN_TYPE: 'at+jwt',
      DOWNLOAD_ALLOW_HTTP: false,
      IMAGE_BYTES_MAX: 26_214_400,
    })
    expect(config.TLS_KEY_FILE).toBeUndefined()
    expect(config.DATABASE_OWNER_URL).toBeUndefined()
  })

  it('has a default for every setting that is neither required nor optional', () => {
    const config: Record<string, unknown> = readConfig(REQUIRED)
    for (const [name, setting] of Object.entries(SETTINGS))
      if (!('optional' in setting)) expect(config, name).toHaveProperty(name)
  })

  it('takes what is given before the default', () => {
    expect(readConfig({ ...REQUIRED, API_PORT: '0', DOWNLOAD_ALLOW_HTTP: 'true' })).toMatchObject({
      API_PORT: 0,
      DOWNLOAD_ALLOW_HTTP: true,
    })
  })

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://API.example.com:443//', 'https://api.example.com'],
    ['https://example.com/walkaround/', 'https://example.com/walkaround'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('reads PUBLIC_URL %s as %s, so that paths can follow', (given, read) => {
    expect(readConfig({ ...REQUIRED, PUBLIC_URL: given }).PUBLIC_URL).toBe(read)
  })

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])('knows the time zone %s', (zone) => {
    expect(mistakesOf({ REPORT_TIME_ZONE: zone })).toEqual([])
  })

  it('reports every missing setting at once, with what it means', () => {
    const mistakes = mistakesOf(Object.fromEntries(Object.keys(REQUIRED).map((name) => [name, undefined])))
    expect(mistakes).toHaveLength(Object.keys(REQUIRED).length)
    for (const name of Object.keys(REQUIRED)) expect(mistakes.join('\n')).toContain(`${name} is missing: `)
  })

  it('reports mistakes of every kind at once', () => {
    const mistakes = mistakesOf({
      S3_BUCKET: '',
      OIDC_ISSUER: 'login.example.com',
      API_PORT: '65536',
      PAGE_SIZE_MAX: '0',
      DOWNLOAD_ALLOW_HTTP: 'yes',
      TLS_KEY_FILE: '/nowhere/key.pem',
      PICTURE_URL_KEYS: 'k1',
      S3_SECRET_ACCESS_KEY: 'changeme',
    })
    expect(mistakes.map((mistake) => mistake.split(' ', 1)[0])).toEqual([
      'S3_BUCKET',
      'S3_SECRET_ACCESS_KEY',
      'OIDC_ISSUER',
      'PICTURE_URL_KEYS',
      'API_PORT',
      'TLS_KEY_FILE',
      'PAGE_SIZE_MAX',
      'DOWNLOAD_ALLOW_HTTP',
      'TLS_CERTIFICATE_FILE',
    ])
    expect(new ConfigMistakes(mistakes).message).toContain('9 error(s)')
  })

  it.each<[keyof typeof SETTINGS, string, string]>([
    ['S3_ENDPOINT', 'ftp://store', 'http or https'],
    ['S3_ENDPOINT', 'javascript:alert(1)', 'http or https'],
    ['PUBLIC_URL', '//api.example.com', 'http or https'],
    ['PUBLIC_URL', 'https://api.example.com?tenant=1', 'must not have a query or fragment'],
    ['PUBLIC_URL', 'https://api.example.com/#top', 'must not have a query or fragment'],
    ['PUBLIC_URL', 'https://user:word@api.example.com', 'user name'],
    ['PUBLIC_URL', 'https://api.example.com\n', 'http or https'],
    ['REPORT_TIME_ZONE', 'Europe/Bärlin', 'IANA'],
    ['REPORT_TIME_ZONE', 'CET ', 'IANA'],
    ['OIDC_AUDIENCE_PARAMETER', 'scope', 'resource, audience or none'],
    ['REPORT_PAPER', 'A4', 'a4 or letter'],
    ['REPORT_PAPER', 'legal', 'a4 or letter'],
    ['S3_BUCKET', 'pictures\n', 'one line'],
    ['SERVICE_NAME', 'Alder\u0000', 'one line'],
    ['S3_SECRET_ACCESS_KEY', `${SECRET}\n`, 'one line'],
    ['DECODE_TIMEOUT_MS', '2147483648', 'up to 2147483647'],
    ['UPLOAD_GRACE_S', '999999999999999', 'up to 315360000'],
    ['API_PORT', '-1', 'port number'],
    ['API_PORT', '80.5', 'port number'],
    ['API_PORT', '0x50', 'port number'],
    ['API_PORT', '100000', 'port number'],
    ['API_PORT', ' 80', 'port number'],
    ['IMAGE_BYTES_MAX', '-1', 'whole number'],
    ['IMAGE_BYTES_MAX', '1e6', 'whole number'],
    ['IMAGE_BYTES_MAX', '25MB', 'whole number'],
    ['IMAGE_BYTES_MAX', '9'.repeat(16), 'whole number'],
    ['IMAGE_BYTES_MAX', 'Infinity', 'whole number'],
    ['DOWNLOAD_ALLOW_HTTP', '1', 'true or false'],
    ['DOWNLOAD_ALLOW_HTTP', 'TRUE', 'true or false'],
    ['KEY_COMMAND', relative('.', process.execPath), 'full path'],
    ['KEY_COMMAND', '/nowhere/kms', 'full path'],
    ['KEY_COMMAND', import.meta.filename, 'full path'],
    ['KEY_COMMAND', `${process.execPath} kms.js\n`, 'one line'],
    ['PICTURE_URL_KEYS', KEY, 'id:hex'],
    ['PICTURE_URL_KEYS', `k1:${KEY.slice(2)}`, 'id:hex'],
    ['PICTURE_URL_KEYS', `k1:${KEY.toUpperCase()}`, 'id:hex'],
    ['PICTURE_URL_KEYS', `k1:${KEY},`, 'id:hex'],
    ['PICTURE_URL_KEYS', `k1:${KEY},k2:short`, 'id:hex'],
    ['PICTURE_URL_KEYS', `K 1:${KEY}`, 'id:hex'],
    ['PICTURE_URL_KEYS', `k1:${'0'.repeat(64)}`, 'guessable'],
    ['PICTURE_URL_KEYS', `k1:${'deadbeef'.repeat(8)}`, 'guessable'],
    ['PICTURE_URL_KEYS', `k1:${KEY},k2:${'01'.repeat(32)}`, 'guessable'],
  ])('refuses %s=%s', (name, value, why) => {
    const mistakes = mistakesOf({ [name]: value })
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(new RegExp(`^${name} .*${why}`))
  })

  it('takes a program with arguments', () => {
    expect(mistakesOf({ KEY_COMMAND: `${process.execPath} /srv/kms.js --region eu` })).toEqual([])
  })

  it('wants the certificate and its key together', () => {
    const file = join(folder, 'certificate.pem')
    const together = 'TLS_CERTIFICATE_FILE and TLS_KEY_FILE must be given together'
    expect(mistakesOf({ TLS_CERTIFICATE_FILE: file, TLS_KEY_FILE: file })).toEqual([])
    expect(mistakesOf({ TLS_CERTIFICATE_FILE: file })).toEqual([together])
    expect(mistakesOf({ TLS_KEY_FILE: file })).toEqual([together])
    expect(mistakesOf({ TLS_KEY_FILE: file, TLS_CERTIFICATE_FILE: '' })).toEqual([together])
    expect(mistakesOf({ TLS_KEY_FILE: folder, TLS_CERTIFICATE_FILE: file })).toHaveLength(1)
    expect(mistakesOf({ REPORT_SIGNING_KEY_FILE: file })).toEqual([
      'REPORT_SIGNING_KEY_FILE and REPORT_SIGNING_CERTIFICATE_FILE must be given together',
    ])
  })
})

describe('a secret is refused', () => {
  it.each([
    'changeme',
    'changeme-changeme-changeme',
    'change_me_please_0123',
    'Change-Me-8f3a6b1c2d',
    'walkaround-secret',
    'walkaround_app_2026',
    'secret',
    'my-secret-value-8f3a',
    'SECRET-8f3a6b1c2d4e5f',
    'password',
    'Password-8f3a6b1c2d4e',
    'example-key-8f3a6b1c',
    'default-8f3a6b1c2d4e',
    'aaaaaaaaaaaaaaaaaaaa',
    '00000000000000000000000000000000',
    '1234567890123456',
    'abc12345678def67890xyz',
    'short',
    'fifteen-letters',
    'x',
    'postgres',
    'minioadmin',
    'abababababababababab',
    'qwertyuiopasdfgh',
    'abcdefghijklmnop',
  ])('%s', (secret) => {
    expect(mistakesOf({ S3_SECRET_ACCESS_KEY: secret })).toHaveLength(1)
    const url = `postgresql://walkaround_app:${secret}@127.0.0.1/walkaround`
    expect(mistakesOf({ DATABASE_URL: url })).toHaveLength(1)
  })

  it.each([
    ['without a password', 'postgresql://walkaround_app@127.0.0.1/walkaround'],
    ['that cannot be parsed', `postgresql://walkaround_app:${SECRET}@127.0.0.1:port/walkaround`],
    ['whose password has a broken escape', `postgresql://walkaround_app:${SECRET}%zz@127.0.0.1/walkaround`],
  ])('when it is a database URL %s', (_, url) => {
    expect(mistakesOf({ DATABASE_URL: url })).toHaveLength(1)
  })

  it('is accepted when it is random, also with a colon or escaped in a URL', () => {
    expect(mistakesOf({ S3_SECRET_ACCESS_KEY: 'sk:Q7f/zT+9vX0w==Lm3p' })).toEqual([])
    const url = 'postgresql://walkaround_app:Q7f%2FzT%2B9vX0wLm%3D%3D@127.0.0.1/walkaround'
    expect(mistakesOf({ DATABASE_URL: url, DATABASE_OWNER_URL: url })).toEqual([])
  })
})

describe('the text of a mistake', () => {
  it.each<[keyof typeof SETTINGS, string, string]>([
    ['S3_SECRET_ACCESS_KEY', 'changeme-TOPSECRET', 'TOPSECRET'],
    ['DATABASE_URL', 'postgresql://app:TOPSECRET@host/db', 'TOPSECRET'],
    ['DATABASE_URL', 'TOPSECRET-not-a-url', 'TOPSECRET'],
    ['DATABASE_URL', 'postgresql://app:TOPSECRET%zz-8f3a6b1c2d@host/db', 'TOPSECRET'],
    ['DATABASE_OWNER_URL', 'postgresql://owner:password-TOPSECRET@host/db', 'TOPSECRET'],
    ['PICTURE_URL_KEYS', 'k1:TOPSECRET', 'TOPSECRET'],
    ['PICTURE_URL_KEYS', `k1:${'deadbeef'.repeat(8)}`, 'deadbeef'],
    ['TLS_KEY_FILE', '-----BEGIN PRIVATE KEY-----\nTOPSECRET', 'TOPSECRET'],
    ['S3_ENDPOINT', 's3://key:TOPSECRET@store', 'TOPSECRET'],
    ['API_PORT', 'TOPSECRET', 'TOPSECRET'],
  ])('of %s never holds its value', (name, value, part) => {
    const mistakes = mistakesOf({ [name]: value })
    expect(mistakes.length).toBeGreaterThan(0)
    expect(new ConfigMistakes(mistakes).message).not.toContain(part)
  })
})
