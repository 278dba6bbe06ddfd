import type { CaptureLink } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import { linkState } from './link-state.ts'

const link = (fields: Partial<CaptureLink>): CaptureLink => ({
  id: 'l-1',
  status: 'open',
  useCount: 0,
  finishedCount: 0,
  ...fields,
})
const progress = (linkId: string, done: number) => ({ linkId, done, total: 12 })

describe('linkState', () => {
  it.each([
    ['not_opened', link({}), undefined],
    // Pictures that somebody else added are not the person's.
    ['not_opened', link({}), progress('l-1', 3)],
    ['opened', link({ useCount: 1, status: 'used_up' }), progress('l-1', 0)],
    ['opened', link({ useCount: 1 }), progress('l-2', 3)],
    ['progress', link({ useCount: 1 }), progress('l-1', 3)],
    ['done', link({ useCount: 1, finishedCount: 1, status: 'expired' }), progress('l-1', 12)],
    ['expired', link({ useCount: 1, status: 'expired' }), progress('l-1', 3)],
    ['revoked', link({ status: 'revoked' }), undefined],
  ] as const)('%s', (state, one, seen) => {
    expect(linkState(one, seen)).toBe(state)
  })
})
