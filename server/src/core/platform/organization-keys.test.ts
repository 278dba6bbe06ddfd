import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKeyCommand } from '../../../test/key-command.ts'
import { newOperatorKey, openTestKeys } from '../../../test/organization-keys.ts'
import { KeyMissing } from './organization-keys.ts'

const PLACE = 'webhook_endpoints/alder/1'

describe('OrganizationKeys', () => {
  it('makes one key for each organization, at its first need, and asks once for many', async () => {
    const { keys, rows, state } = openTestKeys()
    const found = await Promise.all(Array.from({ length: 20 }, () => keys.current('alder')))
    expect(new Set(found.map((key) => key?.id)).size).toBe(1)
    expect(rows).toHaveLength(1)
    expect(state.questions).toBe(2)
    await keys.current('birch')
    expect(rows.map(({ org_id }) => org_id)).toEqual(['alder', 'birch'])
    const [alder, birch] = [await keys.current('alder'), await keys.current('birch')]
    expect(alder?.key.equals(birch?.key ?? Buffer.alloc(0))).toBe(false)
  })

  it('takes no row of another organization for its own', async () => {
    const { keys, rows, open, operatorKeys } = openTestKeys()
    await keys.current('alder')
    for (const row of rows) row.org_id = 'birch'
    await expect(open(operatorKeys).current('birch')).rejects.toThrow('unable to authenticate')
  })

  it('uses a new key once its time is over, and opens what another process sealed with it at once', async () => {
    const { keys, rows, open, operatorKeys } = openTestKeys()
    const first = await keys.current('alder')
    const old = (await keys.openSealer('alder'))('text', PLACE)
    for (const row of rows) row.is_current = false
    const other = open(operatorKeys)
    const sealed = (await other.openSealer('alder'))('new', PLACE)
    expect(await keys.unseal('alder', sealed, PLACE)).toBe('new')
    expect((await keys.current('alder'))?.id).not.toBe(first?.id)
    expect(await keys.unseal('alder', old, PLACE)).toBe('text')
  })

  it('forgets a destroyed key when its time is over', async () => {
    const { keys, rows, state } = openTestKeys()
    const sealed = (await keys.openSealer('alder'))('text', PLACE)
    const [row] = rows
    if (row) Object.assign(row, { wrapped: null, is_current: false })
    state.nowMs += 29_999
    expect(await keys.unseal('alder', sealed, PLACE)).toBe('text')
    state.nowMs += 1
    await expect(keys.unseal('alder', sealed, PLACE)).rejects.toThrow('was destroyed')
    expect(await keys.find('alder', row?.id ?? '')).toBeNull()
    expect((await keys.current('alder'))?.id).not.toBe(row?.id)
  })

  it('says which key is missing: one of the operator, or one that the database has lost', async () => {
    const { keys, open, rows, operatorKeys } = openTestKeys()
    const sealed = (await keys.openSealer('alder'))('text', PLACE)
    const [{ id } = { id: '' }] = rows
    const stranger = open(newOperatorKey('k2'))
    await expect(stranger.current('alder')).rejects.toThrow('SEALING_KEYS has no key "k1" any more')
    await expect(stranger.unseal('alder', sealed, PLACE)).rejects.toThrow('SEALING_KEYS has no key "k1"')
    rows.length = 0
    const later = open(operatorKeys)
    await expect(later.find('alder', id)).rejects.toThrow(KeyMissing)
    await expect(later.unseal('alder', sealed, PLACE)).rejects.toThrow(`has no key ${id}`)
  })

  it('still opens what a retired key sealed while its operator key is gone for the others', async () => {
    const first = newOperatorKey('k1')
    const { keys, rows, open } = openTestKeys({ operatorKeys: first })
    const old = (await keys.openSealer('alder'))('text', PLACE)
    for (const row of rows) row.is_current = false
    const both = open(`${newOperatorKey('k2')},${first}`)
    expect((await both.current('alder'))?.id).not.toBe(rows[0]?.id)
    expect(await both.unseal('alder', old, PLACE)).toBe('text')
  })
})

describe('OrganizationKeys with a program that wraps', () => {
  const program = makeKeyCommand()
  beforeEach(() => program.behave(''))
  afterAll(() => program.remove())

  it('runs it once for a key, until the key is wrapped anew, and forgets a destroyed key', async () => {
    const { open, rows, state, operatorKeys } = openTestKeys()
    const command = { KEY_COMMAND: program.command }
    const first = await open(operatorKeys, command).current('alder')
    const { length: before } = program.runs()
    const keys = open(operatorKeys, command)
    const sealed = (await keys.openSealer('alder'))('text', PLACE)
    for (let n = 0; n < 3; n++) {
      state.nowMs += 30_000
      expect((await keys.current('alder'))?.id).toBe(first?.id)
    }
    expect(program.runs().slice(before)).toEqual(['unwrap'])
    // What is known needs no program: its service may be away.
    program.behave('fail')
    state.nowMs += 30_000
    expect(await keys.unseal('alder', sealed, PLACE)).toBe('text')
    const [row] = rows
    const wrapped = row?.wrapped ?? ''
    if (row) row.wrapped = `${wrapped}=`
    state.nowMs += 30_000
    await expect(keys.unseal('alder', sealed, PLACE)).rejects.toThrow('failed with exit code 3')
    if (row) Object.assign(row, { wrapped: null, is_current: false })
    program.behave('')
    state.nowMs += 30_000
    await expect(keys.unseal('alder', sealed, PLACE)).rejects.toThrow('was destroyed')
    expect((await keys.current('alder'))?.id).not.toBe(first?.id)
  })

  it('makes no key while the program fails, and says that a key is missing', async () => {
    const { open, rows, operatorKeys } = openTestKeys()
    const keys = open(operatorKeys, { KEY_COMMAND: program.command })
    program.behave('fail')
    await expect(keys.current('alder')).rejects.toThrow(KeyMissing)
    expect(rows).toEqual([])
    program.behave('')
    expect(await keys.current('alder')).not.toBeNull()
  })
})
