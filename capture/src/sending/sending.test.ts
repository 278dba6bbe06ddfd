import { WalkaroundError } from '@walkaround/sdk'
import { describe, expect, it } from 'vitest'
import type { Shot } from '../kept/shots.ts'
import { judgeFailure } from './judge-failure.ts'
import { backOffMs, nextShot } from './next-shot.ts'

const shotOf = (number: number, place: string, state: Shot['state'] = 'kept'): Shot => ({
  number,
  walkId: 'w',
  place,
  body: { step: 'around_000' },
  idempotencyKey: `${number}`,
  thumbnail: null,
  issue: null,
  isAccepted: false,
  state,
  tries: 0,
  imageId: null,
  refusal: null,
})

describe('nextShot', () => {
  it('takes them in the order in which they were taken, and lets a failing one wait', () => {
    const shots = [shotOf(3, 'c'), shotOf(1, 'a', 'arrived'), shotOf(2, 'b')]
    expect(nextShot(shots, new Map(), 0)?.number).toBe(2)
    expect(nextShot(shots, new Map([[2, 500]]), 100)?.number).toBe(3)
    expect(nextShot(shots, new Map([[2, 500]]), 500)?.number).toBe(2)
  })

  it('never sends a retake before the photo it replaces, which may be on its way', () => {
    const shots = [shotOf(1, 'a'), shotOf(2, 'a'), shotOf(3, 'b')]
    expect(nextShot(shots, new Map([[1, 500]]), 100)?.number).toBe(3)
    expect(nextShot(shots.slice(0, 2), new Map([[1, 500]]), 100)).toBeUndefined()
  })

  it('waits longer with each failure, up to a minute', () => {
    const waits = [1, 2, 3, 10, 100].map((failures) => backOffMs(failures, () => 1))
    expect(waits).toEqual([1_000, 2_000, 4_000, 60_000, 60_000])
  })
})

const failure = (code: string, status?: number, problem: Record<string, unknown> = {}) =>
  new WalkaroundError({ code, message: '', problem, ...(status ? { status } : {}) })

describe('judgeFailure', () => {
  it.each([
    ['network_failed', undefined, false, { kind: 'wait', isOffline: true }],
    ['answer_unreadable', 502, false, { kind: 'wait', isOffline: false }],
    ['something_new', 409, false, { kind: 'wait' }],
    ['image_corrupt', 422, false, { kind: 'refused', code: 'image_corrupt' }],
    ['image_too_large', 413, false, { kind: 'refused', code: 'image_too_large' }],
    ['request_invalid', 400, false, { kind: 'refused', code: 'request_invalid' }],
    ['multipart_malformed', 400, false, { kind: 'refused', code: 'multipart_malformed' }],
    ['media_type_unsupported', 415, false, { kind: 'refused', code: 'media_type_unsupported' }],
    ['token_expired', 401, false, { kind: 'reopen' }],
    ['not_found', 404, false, { kind: 'reopen' }],
    ['not_found', 404, true, { kind: 'ended' }],
    ['capture_link_revoked', 403, true, { kind: 'ended' }],
    ['capture_link_expired', 403, false, { kind: 'ended' }],
    ['token_expired', 401, true, { kind: 'wait' }],
    ['capture_finished', 409, false, { kind: 'finished' }],
  ] as const)('%s with %s, opening: %s', (code, status, isOpening, kind) => {
    expect(judgeFailure(failure(code, status), isOpening)).toMatchObject(kind)
  })

  it('keeps until when the link was valid', () => {
    const end = judgeFailure(
      failure('capture_link_expired', 403, { expires_at: '2026-01-01T00:00:00Z' }),
      true,
    )
    expect(end).toEqual({
      kind: 'ended',
      end: { code: 'capture_link_expired', expiresAt: '2026-01-01T00:00:00Z', usesMax: null },
    })
  })
})
