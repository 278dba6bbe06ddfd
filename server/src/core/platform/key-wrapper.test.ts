import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKeyCommand } from '../../../test/key-command.ts'
import { newOperatorKey, openTestWrapper } from '../../../test/organization-keys.ts'

const program = makeKeyCommand()
beforeEach(() => program.behave(''))
afterAll(() => program.remove())

const KEY = randomBytes(32)
const operatorKeys = newOperatorKey('k1')
const plain = openTestWrapper(operatorKeys)
const both = openTestWrapper(operatorKeys, { KEY_COMMAND: program.command })

describe('createKeyWrapper', () => {
  it.each([
    ['SEALING_KEYS', plain, /^k1\.[\w-]+$/],
    ['KEY_COMMAND', both, /^command:test:v1:\S+$/],
  ])(
    'wraps with %s for a place: it opens for no other organization and no other key',
    async (_by, wrapper, form) => {
      const wrapped = await wrapper.wrap('alder', '1', KEY)
      expect(wrapped).toMatch(form)
      expect(wrapped.startsWith(wrapper.prefix)).toBe(true)
      expect(await wrapper.unwrap('alder', '1', wrapped)).toEqual(KEY)
      await expect(wrapper.unwrap('birch', '1', wrapped)).rejects.toThrow()
      await expect(wrapper.unwrap('alder', '2', wrapped)).rejects.toThrow()
    },
  )

  it('opens what the other one has wrapped, as long as it is set', async () => {
    expect(await both.unwrap('alder', '1', await plain.wrap('alder', '1', KEY))).toEqual(KEY)
    const wrapped = await both.wrap('alder', '1', KEY)
    const opening = { KEY_COMMAND: program.command, KEY_COMMAND_WRAPS: false }
    const back = openTestWrapper(operatorKeys, opening)
    expect(await back.unwrap('alder', '1', wrapped)).toEqual(KEY)
    expect(await back.wrap('alder', '1', KEY)).toMatch(/^k1\./)
    await expect(plain.unwrap('alder', '1', wrapped)).rejects.toThrow('KEY_COMMAND wrapped this key')
  })

  it.each([
    ['two words', 'permission denied', 'did not answer with one line'],
    ['nothing', ' ', 'did not answer with one line'],
    ['something that never opens again', 'rubbish', 'something else than the key'],
    ['bytes of the right length', randomBytes(64).toString('base64'), 'something else than the key'],
  ])('wraps no key with a program that answers with %s', async (_what, answer, message) => {
    program.behave(answer)
    await expect(both.wrap('alder', '1', KEY)).rejects.toThrow(message)
  })

  it('takes no other key for the one that was wrapped', async () => {
    const wrapped = await both.wrap('alder', '1', KEY)
    program.behave(Buffer.concat([KEY, randomBytes(32)]).toString('base64'))
    await expect(both.unwrap('alder', '1', wrapped)).rejects.toThrow('something else than the key')
    program.behave('fail')
    await expect(both.unwrap('alder', '1', wrapped)).rejects.toThrow('failed with exit code 3')
  })
})
