import { timingSafeEqual } from 'node:crypto'
import type { Config } from './config.ts'
import { createFairGate } from './fair-gate.ts'
import { KEY_COMMAND_TIMEOUT_MS, runKeyCommand } from './key-command.ts'
import { deriveKey, firstKeyId, seal, unseal } from './sealing.ts'

export type WrapperSettings = Pick<Config, 'SEALING_KEYS' | 'KEY_COMMAND' | 'KEY_COMMAND_WRAPS'>

/** Wraps the keys of organizations: what was wrapped for one key of one organization opens for no other. */
export type KeyWrapper = {
  wrap: (orgId: string, id: string, key: Buffer) => Promise<string>
  /** Opens what either of the settings has wrapped, as long as it is there. */
  unwrap: (orgId: string, id: string, wrapped: string) => Promise<Buffer>
  /** The start of everything that is wrapped as `wrap` does it. */
  prefix: string
  /** Tells people what wraps. */
  name: string
}

export const KEY_BYTES = 32
/** Wrapped by a program. Those of `SEALING_KEYS` have an id and a dot there. */
const COMMAND_PREFIX = 'command:'
const ONE_WORD = /^[\x21-\x7e]{1,8192}$/
const PROGRAMS_MAX = 4
const WAITING_MAX = 1_000

export function createKeyWrapper(settings: WrapperSettings, timeoutMs?: number): KeyWrapper {
  const { SEALING_KEYS, KEY_COMMAND, KEY_COMMAND_WRAPS } = settings
  const command = KEY_COMMAND === undefined ? null : createCommandWrapper(KEY_COMMAND, timeoutMs)
  const isCommand = command !== null && KEY_COMMAND_WRAPS
  return {
    prefix: isCommand ? COMMAND_PREFIX : `${firstKeyId(SEALING_KEYS)}.`,
    name: isCommand ? 'KEY_COMMAND' : 'the first of SEALING_KEYS',
    wrap: async (orgId, id, key) =>
      isCommand
        ? `${COMMAND_PREFIX}${await command.wrap(orgId, id, key)}`
        : seal(SEALING_KEYS, key.toString('hex'), placeOf(orgId, id)),
    unwrap: async (orgId, id, wrapped) => {
      if (!wrapped.startsWith(COMMAND_PREFIX))
        return Buffer.from(unseal(SEALING_KEYS, wrapped, placeOf(orgId, id)), 'hex')
      if (command) return command.unwrap(orgId, id, wrapped.slice(COMMAND_PREFIX.length))
      throw new Error('KEY_COMMAND wrapped this key and is not set any more; set it again')
    },
  }
}

function createCommandWrapper(command: string, timeoutMs = KEY_COMMAND_TIMEOUT_MS) {
  // After a start every organization needs its key at once.
  const gate = createFairGate({
    name: 'key command',
    capacity: PROGRAMS_MAX,
    share: PROGRAMS_MAX / 2,
    waitingShare: WAITING_MAX,
    waitingMax: WAITING_MAX,
    waitMsMax: timeoutMs,
  })
  const run = (orgId: string, ...asked: ['wrap' | 'unwrap', string]) =>
    gate.run(orgId, () => runKeyCommand(command, ...asked, timeoutMs))

  async function unwrap(orgId: string, id: string, wrapped: string): Promise<Buffer> {
    const bytes = Buffer.from(await run(orgId, 'unwrap', wrapped), 'base64')
    const key = bytes.subarray(0, KEY_BYTES)
    const tag = bytes.subarray(KEY_BYTES)
    if (tag.length !== KEY_BYTES || !timingSafeEqual(tag, tagOf(orgId, id, key)))
      throw new Error('KEY_COMMAND unwrap answered with something else than the key that was wrapped')
    return key
  }

  return {
    unwrap,
    wrap: async (orgId: string, id: string, key: Buffer): Promise<string> => {
      const bytes = Buffer.concat([key, tagOf(orgId, id, key)])
      const wrapped = await run(orgId, 'wrap', bytes.toString('base64'))
      if (!ONE_WORD.test(wrapped))
        throw new Error('KEY_COMMAND wrap did not answer with one line without spaces')
      // Whatever a key encrypts is lost if the key can't be opened again.
      await unwrap(orgId, id, wrapped)
      return wrapped
    },
  }
}

const placeOf = (orgId: string, id: string): string => `organization_keys/${orgId}/${id}`

/** Goes with the key into the program and says whose it is. Only who has the key can make it. */
const tagOf = (orgId: string, id: string, key: Buffer): Buffer =>
  deriveKey(key, `walkaround wrapped ${placeOf(orgId, id)}`)
