import { expect, it } from 'vitest'
import { tablesInForce } from './tables-in-force.ts'

const SETTINGS = {
  ESTIMATE_TABLES_DIR: undefined,
  ESTIMATE_REGION: 'DE',
  WEAR_PACKS_DIR: undefined,
  WEAR_PACK: undefined,
  CURRENCY: 'EUR',
}

it('opens the tables that the settings name', async () => {
  const tables = await tablesInForce({ ...SETTINGS, ESTIMATE_REGION: 'fr' })
  expect(tables.tableOf(null).region).toBe('FR')
  expect(tables.wearPackOf(null)).toBeNull()
})

it.each([
  [{ ESTIMATE_REGION: 'XX' }, 'There is no estimate table for XX. There are: '],
  [{ WEAR_PACK: 'wear-z' }, 'There is no wear rule pack wear-z. There are: '],
])('refuses %o at the start', async (change, message) => {
  await expect(tablesInForce({ ...SETTINGS, ...change })).rejects.toThrow(message)
})
