import type { EstimateDamage, EstimateInput } from '../src/findings/costs/estimate-types.ts'
import {
  type OpenTable,
  type OpenWearPack,
  OWN_TABLES_DIR,
  OWN_WEAR_DIR,
  openTables,
  openWearPacks,
} from '../src/findings/costs/open-tables.ts'

const tables = await openTables(OWN_TABLES_DIR)
const packs = await openWearPacks(OWN_WEAR_DIR)

export const REGIONS = ['DE', 'FR', 'GB', 'US'] as const

/** One of the tables that are shipped. */
export function tableOf(region: string): OpenTable {
  const table = tables.find((one) => one.region === region)
  if (!table) throw new Error(`there is no table for ${region}`)
  return table
}

export function packOf(id: string): OpenWearPack {
  const pack = packs.find((one) => one.id === id)
  if (!pack) throw new Error(`there is no pack ${id}`)
  return pack
}

/** A confirmed damage whose size is known to the millimetre, unless said otherwise. */
export function damageOf(
  given: Pick<EstimateDamage, 'id' | 'damage_type' | 'part_types'> & Partial<EstimateDamage>,
): EstimateDamage {
  const size_cm = given.size_cm ?? null
  return {
    size_cm,
    size_cm_low: size_cm,
    size_cm_high: size_cm,
    is_confirmed: true,
    confidence: null,
    ...given,
  }
}

export function inputOf(
  region: string,
  damages: EstimateDamage[],
  more: Partial<EstimateInput> = {},
): EstimateInput {
  return {
    table: tableOf(region),
    wear: null,
    vehicle: { brand: null, vehicle_type: null, market_value: null },
    damages,
    ...more,
  }
}
