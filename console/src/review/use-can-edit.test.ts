import { describe, expect, it } from 'vitest'
import { canEdit } from './use-can-edit.ts'

const person = (...permissions: string[]) => ({
  subject: 'ann',
  org_id: 'org',
  permissions: permissions.map((name) => `monk_core_api:inspections:${name}`),
})
const own = { id: 'i', ownerId: 'ann', deletedAt: null }
const others = { id: 'i', ownerId: 'ben', deletedAt: null }

describe('canEdit', () => {
  it.each([
    ['a reader', person('read', 'read_organization'), own, false],
    ['a capture device', person('create', 'update'), own, false],
    ['a member, of their own', person('write'), own, true],
    ['a member, of another', person('write'), others, false],
    ['a manager', person('write_organization'), others, true],
    ['who may everything', person('write_all'), others, true],
    [
      'a manager, when it was deleted',
      person('write_organization'),
      { ...own, deletedAt: '2026-01-01' },
      false,
    ],
    ['nobody', null, own, false],
  ])('%s', (_, who, inspection, expected) => {
    expect(canEdit(who, inspection)).toBe(expected)
  })
})
