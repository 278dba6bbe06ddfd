import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPhone } from '../../test/phone.ts'
import { openWalk, readWalk } from './walks.ts'

afterEach(() => vi.unstubAllGlobals())

describe('inTransaction', () => {
  it('opens the disk again when the browser has closed it', async () => {
    const phone = openPhone()
    const { id } = await openWalk(phone.secret)
    phone.disk.lose()
    expect(await readWalk(id)).toMatchObject({ id })
  })
})
