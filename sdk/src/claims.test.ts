import { describe, expect, it } from 'vitest'
import { decodeClaims, describeCaller, readClaim, readPermissions } from './claims.ts'

const CLAIMS = {
  sub: 'ada',
  org_id: 'org_alder',
  realm_access: { roles: ['a', 'b'] },
  resource_access: { 'walkaround.api': { roles: ['c'] }, walkaround: 'no object' },
  'https://walkaround.example.com/permissions': ['d'],
  'realm_access.plain': 'the whole name wins',
  list: ['x'],
}

describe('readClaim', () => {
  it.each([
    ['org_id', 'org_alder'],
    ['realm_access.roles', ['a', 'b']],
    ['realm_access.plain', 'the whole name wins'],
    ['https://walkaround.example.com/permissions', ['d']],
    ['resource_access.walkaround.api.roles', ['c']],
    ['realm_access.none', undefined],
    ['org_id.length', undefined],
    ['list.0', undefined],
    ['realm_access.constructor', undefined],
    ['__proto__.toString', undefined],
    ['.roles', undefined],
  ])('%s', (name, expected) => expect(readClaim(CLAIMS, name)).toEqual(expected))
})

describe('readPermissions', () => {
  it.each([
    ['a list', ['a', 'b'], ['a', 'b']],
    ['a text with spaces between', 'a b', ['a', 'b']],
    ['nothing', undefined, []],
    ['an empty text', '', []],
    ['a list of anything', ['a', 1], null],
    ['an object', { a: true }, null],
  ])('%s', (_, claim, expected) => expect(readPermissions(claim)).toEqual(expected))
})

describe('decodeClaims', () => {
  it('reads every letter', () => {
    const token = `h.${Buffer.from('{"sub":"Zoë>?"}').toString('base64url')}.s`
    expect(decodeClaims(token)).toEqual({ sub: 'Zoë>?' })
  })

  it.each(['opaque', 'a.b.c', '', `h.${btoa('[1]')}.s`])('null for "%s"', (token) =>
    expect(decodeClaims(token)).toBe(null),
  )
})

it('describes a caller by the names of the settings', () => {
  const names = { organization_claim: 'org_id', permissions_claim: 'realm_access.roles' }
  expect(describeCaller(CLAIMS, names)).toEqual({
    subject: 'ada',
    org_id: 'org_alder',
    permissions: ['a', 'b'],
  })
  expect(describeCaller({}, names)).toEqual({ subject: '', org_id: '', permissions: [] })
})
