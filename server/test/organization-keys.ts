import { randomBytes } from 'node:crypto'
import { createKeyWrapper, type WrapperSettings } from '../src/core/platform/key-wrapper.ts'
import { type KeyRow, OrganizationKeys } from '../src/core/platform/organization-keys.ts'

type Kept = KeyRow & { org_id: string }

export const newOperatorKey = (id: string): string => `${id}:${randomBytes(32).toString('hex')}`

export const openTestWrapper = (operatorKeys: string, command: Partial<WrapperSettings> = {}) =>
  createKeyWrapper({
    SEALING_KEYS: operatorKeys,
    KEY_COMMAND: undefined,
    KEY_COMMAND_WRAPS: true,
    ...command,
  })

/** Keys of organizations whose rows lie in the memory of a test. */
export function openTestKeys({ operatorKeys = newOperatorKey('k1'), cacheMs = 30_000 } = {}) {
  const rows: Kept[] = []
  const state = { nowMs: 0, questions: 0 }
  const open = (operatorKeys: string, command: Partial<WrapperSettings> = {}) =>
    new OrganizationKeys({
      rows: {
        list: async (orgId) => {
          state.questions++
          return rows.filter(({ org_id }) => org_id === orgId)
        },
        insert: async (org_id, key) => {
          if (!rows.some((row) => row.org_id === org_id && row.is_current))
            rows.push({ org_id, ...key, is_current: true })
        },
      },
      wrapper: openTestWrapper(operatorKeys, command),
      cacheMs,
      nowMs: () => state.nowMs,
    })
  return { keys: open(operatorKeys), rows, state, open, operatorKeys }
}
