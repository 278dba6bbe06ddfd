import type { Config } from '../../core/platform/config.ts'
import {
  type OpenTable,
  type OpenWearPack,
  OWN_TABLES_DIR,
  OWN_WEAR_DIR,
  openTables,
  openWearPacks,
} from './open-tables.ts'

type Settings = Pick<
  Config,
  'ESTIMATE_TABLES_DIR' | 'ESTIMATE_REGION' | 'WEAR_PACKS_DIR' | 'WEAR_PACK' | 'CURRENCY'
>

export type TablesInForce = {
  tableOf: (region: string | null) => OpenTable
  wearPackOf: (id: string | null) => OpenWearPack | null
}

/** What was asked for cannot be priced by the operator's tables. The message is for people: it names what there is. */
export class TableMissing extends Error {}

const opened = new Map<string, Promise<TablesInForce>>()

/** The operator's tables, read once in the life of a process: a price must not change in the middle of a day unseen. */
export function tablesInForce(settings: Settings): Promise<TablesInForce> {
  const { ESTIMATE_TABLES_DIR, ESTIMATE_REGION, WEAR_PACKS_DIR, WEAR_PACK, CURRENCY } = settings
  const key = JSON.stringify([ESTIMATE_TABLES_DIR, ESTIMATE_REGION, WEAR_PACKS_DIR, WEAR_PACK, CURRENCY])
  const known = opened.get(key) ?? open(settings)
  opened.set(key, known)
  return known
}

async function open(settings: Settings): Promise<TablesInForce> {
  const tables = await openTables(settings.ESTIMATE_TABLES_DIR ?? OWN_TABLES_DIR)
  const packs = await openWearPacks(settings.WEAR_PACKS_DIR ?? OWN_WEAR_DIR)
  const tableFor = (region: string) => pick(tables, region, (row) => row.region, 'estimate table for')
  const packFor = (id: string) => pick(packs, id, (row) => row.id, 'wear rule pack')
  // A setting that names a table or a pack that is not there is told at the start, not by the first estimate.
  tableFor(settings.ESTIMATE_REGION)
  if (settings.WEAR_PACK !== undefined) packFor(settings.WEAR_PACK)
  return {
    tableOf: (region) => {
      const table = tableFor(region ?? settings.ESTIMATE_REGION)
      if (table.currency === settings.CURRENCY) return table
      throw new TableMissing(
        `The estimate table for ${table.region} is in ${table.currency}. Prices of this service are in ${settings.CURRENCY}.`,
      )
    },
    wearPackOf: (id) => {
      const wanted = id ?? settings.WEAR_PACK
      return wanted === undefined ? null : packFor(wanted)
    },
  }
}

function pick<Row>(rows: Row[], wanted: string, nameOf: (row: Row) => string, what: string): Row {
  const found = rows.find((row) => nameOf(row).toLowerCase() === wanted.toLowerCase())
  if (found) return found
  throw new TableMissing(`There is no ${what} ${wanted}. There are: ${rows.map(nameOf).join(', ')}.`)
}
