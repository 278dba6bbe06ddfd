import { QueryClient } from '@tanstack/react-query'
import { type Entities, normalize } from '@walkaround/sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createEditQueue } from '../../edits/edit-queue.ts'
import { createSmallService } from '../../edits/small-service.ts'
import { inspectionKey, readInspection } from '../../service/read-inspection.ts'
import { severityOfPart } from '../review-model.ts'
import { type InspectionQueue, inspectionEdits } from './inspection-edits.ts'
import { overlay } from './overlay.ts'

let service: ReturnType<typeof createSmallService>
let queries: QueryClient
let queue: InspectionQueue

beforeEach(async () => {
  service = createSmallService()
  queries = new QueryClient()
  queries.setQueryData(inspectionKey('i'), await readInspection(service.client, 'i'))
  queue = createEditQueue(queries, inspectionEdits(service.client, 'i'))
})

const confirm = (damageId: string) => ({ kind: 'damage', damageId, isConfirmed: true }) as const
const idle = () => vi.waitFor(() => expect(queue.getState().waiting).toEqual([]))
const confirmedBy = (id: string) => service.row(id)?.confirmed_by
/** As the person sees it: what is known with what waits on top of it. */
function seen(): Entities {
  const known = queries.getQueryData<Entities>(inspectionKey('i')) ?? normalize({}).entities
  return overlay(known, queue.getState().waiting)
}

describe('undo and redo', () => {
  it('takes back what is saved, with its inverse, and does it again', async () => {
    queue.run({ kind: 'damage', damageId: 'd1', damageType: 'dent', isConfirmed: true })
    await idle()
    expect(service.row('d1')).toMatchObject({ damage_type: 'dent', confirmed_by: 'me' })
    queue.undo()
    await idle()
    expect(service.row('d1')).toMatchObject({ damage_type: 'scratch', confirmed_by: null })
    queue.redo()
    await idle()
    expect(service.row('d1')).toMatchObject({ damage_type: 'dent', confirmed_by: 'me' })
  })

  it('means the last edit also while that is still being saved', async () => {
    queue.run(confirm('d1'))
    await idle()
    const go = service.hold()
    queue.run({ kind: 'reject', damageId: 'd2' })
    queue.undo()
    expect(seen().damages.d2?.deletedAt ?? null).toBe(null)
    go()
    await idle()
    expect(service.row('d2')?.deleted_at).toBe(null)
    expect(confirmedBy('d1')).toBe('me')
    queue.redo()
    await idle()
    expect(service.row('d2')?.deleted_at).not.toBe(null)
  })

  it('never sends what was taken back before its turn', async () => {
    const go = service.hold()
    queue.run(confirm('d1'))
    queue.run({ kind: 'reject', damageId: 'd2' })
    queue.undo()
    go()
    await idle()
    expect(service.calls.map(({ method }) => method)).toEqual(['PATCH'])
    expect(confirmedBy('d1')).toBe('me')
    queue.redo()
    await idle()
    expect(service.row('d2')?.deleted_at).not.toBe(null)
  })

  it('does again what is still being undone, on its way or not yet', async () => {
    queue.run(confirm('d1'))
    queue.run({ kind: 'reject', damageId: 'd2' })
    await idle()
    const go = service.hold()
    queue.undo()
    queue.undo()
    expect(seen().damages.d1?.confirmedBy ?? null).toBe(null)
    queue.redo()
    queue.redo()
    expect(seen().damages).toMatchObject({ d1: { confirmedBy: 'me' }, d2: { deletedAt: expect.any(String) } })
    go()
    await idle()
    expect(confirmedBy('d1')).toBe('me')
    expect(service.row('d2')?.deleted_at).not.toBe(null)
    queue.undo()
    await idle()
    expect([confirmedBy('d1'), service.row('d2')?.deleted_at]).toEqual(['me', null])
  })

  it('does again what was taken back on its way, and takes that back again', async () => {
    const go = service.hold()
    queue.runAll([confirm('d1'), confirm('d2')])
    queue.undo()
    expect(seen().damages).toMatchObject({ d1: { confirmedBy: null }, d2: { confirmedBy: null } })
    queue.redo()
    expect(seen().damages).toMatchObject({ d1: { confirmedBy: 'me' }, d2: { confirmedBy: 'me' } })
    go()
    await idle()
    expect([confirmedBy('d1'), confirmedBy('d2')]).toEqual(['me', 'me'])
    const goOn = service.hold()
    queue.undo()
    queue.redo()
    queue.undo()
    expect(seen().damages).toMatchObject({ d1: { confirmedBy: null }, d2: { confirmedBy: null } })
    goOn()
    await idle()
    expect([confirmedBy('d1'), confirmedBy('d2')]).toEqual([null, null])
  })

  it('takes back together what was done together', async () => {
    queue.runAll([confirm('d1'), confirm('d2')])
    expect(queue.getState().spoken?.count).toBe(2)
    await idle()
    expect([confirmedBy('d1'), confirmedBy('d2')]).toEqual(['me', 'me'])
    queue.undo()
    await idle()
    expect([confirmedBy('d1'), confirmedBy('d2')]).toEqual([null, null])
    queue.redo()
    await idle()
    expect([confirmedBy('d1'), confirmedBy('d2')]).toEqual(['me', 'me'])
  })

  it('forgets what could be done again when something else is done', async () => {
    queue.run(confirm('d1'))
    await idle()
    queue.undo()
    await idle()
    queue.run(confirm('d2'))
    await idle()
    queue.redo()
    await idle()
    expect(confirmedBy('d1')).toBe(null)
  })
})

describe('records that are not saved yet', () => {
  it('goes on with a severity that was just set', async () => {
    const go = service.hold()
    queue.run({ kind: 'severity', partType: 'roof', severityId: null, fields: { level: 2 } })
    const severityId = severityOfPart(seen(), 'roof')?.id ?? null
    expect(severityId).not.toBe(null)
    queue.run({ kind: 'severity', partType: 'roof', severityId, fields: { pricing: 120 } })
    go()
    await idle()
    expect(queue.getState().refused).toBe(null)
    expect(service.row('new-1')?.value).toMatchObject({ custom_severity: { level: 2, pricing: 120 } })
  })

  it('knows a drawn damage by its new id, and drops what belongs to one that was refused', async () => {
    const polygon = [
      [1, 1],
      [9, 1],
      [9, 9],
    ] as [number, number][]
    const create = { kind: 'create', imageId: 'p', damageType: 'dent', partType: 'hood', polygon } as const
    const go = service.hold()
    const key = queue.run(create)
    queue.run({ kind: 'damage', damageId: key, damageType: 'rustiness', isConfirmed: true })
    go()
    await idle()
    const id = queue.getState().made[key]?.damageId ?? ''
    expect(service.row(id)).toMatchObject({ damage_type: 'rustiness', confirmed_by: 'me' })

    const sent = service.calls.length
    service.refuse('damages_too_many')
    const second = queue.run(create)
    queue.run({ kind: 'damage', damageId: second, damageType: 'rustiness', isConfirmed: true })
    await idle()
    expect(queue.getState().refused?.message).toBeTruthy()
    expect(service.calls.length).toBe(sent + 1)
  })
})

describe('two people', () => {
  it('asks when the other changed the same thing, and sends nothing until it is decided', async () => {
    service.changeByOther('d1', { damage_type: 'rustiness' })
    queue.run({ kind: 'damage', damageId: 'd1', damageType: 'dent', isConfirmed: true })
    await vi.waitFor(() => expect(queue.getState().conflict).not.toBe(null))
    expect(queue.getState().conflict?.theirs).toMatchObject({ damageType: 'rustiness' })
    queue.run(confirm('d2'))
    expect(confirmedBy('d2')).toBe(null)
    queue.keepMine()
    await idle()
    expect(service.row('d1')).toMatchObject({ damage_type: 'dent' })
    expect(confirmedBy('d2')).toBe('me')
  })

  it('drops ours when theirs is taken', async () => {
    service.changeByOther('d1', { damage_type: 'rustiness' })
    queue.run({ kind: 'damage', damageId: 'd1', damageType: 'dent', isConfirmed: true })
    await vi.waitFor(() => expect(queue.getState().conflict).not.toBe(null))
    queue.takeTheirs()
    await idle()
    expect(service.row('d1')).toMatchObject({ damage_type: 'rustiness', confirmed_by: null })
    expect(seen().damages.d1?.damageType).toBe('rustiness')
  })

  it('asks nothing when only the version went up', async () => {
    service.changeByOther('d1', {})
    queue.run(confirm('d1'))
    await idle()
    expect(queue.getState().conflict).toBe(null)
    expect(confirmedBy('d1')).toBe('me')
  })
})

describe('a bad connection', () => {
  it('keeps edits in their order and sends them when it is back', async () => {
    service.setAway('all')
    queue.run(confirm('d1'))
    queue.run({ kind: 'reject', damageId: 'd1' })
    await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
    expect(seen().damages.d1?.deletedAt).toBeTruthy()
    service.setAway(null)
    dispatchEvent(new Event('online'))
    await idle()
    expect(service.row('d1')).toMatchObject({ confirmed_by: 'me', deleted_at: '2026-01-01' })
  })

  it('takes back what was saved without an answer, even when it was read again meanwhile', async () => {
    service.setAway('answers')
    queue.run(confirm('d1'))
    await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
    expect(confirmedBy('d1')).toBe('me')
    queries.setQueryData(inspectionKey('i'), await readInspection(service.client, 'i'))
    service.setAway(null)
    queue.retry()
    await idle()
    queue.undo()
    await idle()
    expect(confirmedBy('d1')).toBe(null)
  })

  it('goes on when the connection is lost while it looks what somebody else did', async () => {
    service.changeByOther('d1', { damage_type: 'rustiness' })
    service.setAway('readings')
    queue.run(confirm('d1'))
    await vi.waitFor(() => expect(queue.getState().waiting[0]?.isFailed).toBe(true))
    service.setAway(null)
    queue.retry()
    await vi.waitFor(() => expect(queue.getState().conflict).not.toBe(null))
    queue.keepMine()
    await idle()
    expect(confirmedBy('d1')).toBe('me')
  })
})

describe('an edit that cannot be sent', () => {
  it('is tried a few times, then the person is told and decides', async () => {
    service.refuse('unavailable', 503)
    queue.run(confirm('d1'))
    for (let attempt = 1; attempt <= 5; attempt++) {
      await vi.waitFor(() =>
        expect(queue.getState().waiting[0]).toMatchObject({ isFailed: true, attempts: attempt }),
      )
      expect(queue.getState().refused === null).toBe(attempt < 5)
      if (attempt < 5) queue.retry()
    }
    service.refuse(null)
    queue.retry()
    await idle()
    expect(confirmedBy('d1')).toBe('me')
  })

  it('ends with a message when the service never takes its version', async () => {
    service.refuse('version_stale', 412)
    queue.run(confirm('d1'))
    await idle()
    expect(queue.getState().refused?.message).toBe('version_stale')
  })

  it('ends with a message when it is a mistake of ours', async () => {
    queue.run({ kind: 'damage', damageId: 'd1', damageSizeCm: 1n as unknown as number, isConfirmed: true })
    await idle()
    expect(queue.getState().refused?.message).toMatch(/BigInt/)
  })
})
