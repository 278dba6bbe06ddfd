import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Models } from '../src/analysis/inference/model.ts'
import { fuseDamages } from '../src/analysis/tasks/damage-detection/fuse-damages.ts'
import { runDamageDetection } from '../src/analysis/tasks/damage-detection/run-damage-detection.ts'
import { estimate } from '../src/findings/costs/estimate.ts'
import type { NotPriced } from '../src/findings/costs/estimate-types.ts'
import { type OpenTable, OWN_TABLES_DIR, openTables } from '../src/findings/costs/open-tables.ts'
import { analyzedImage } from '../test/analyzed-image.ts'
import { bootstrap } from './bootstrap.ts'
import type { Scope } from './damage.ts'
import { shareOf } from './metrics.ts'
import { partsSplit } from './sets.ts'
import { listPictures } from './vehicles.ts'

const INSPECTIONS = 5
const PICTURES = 8
const REGION = 'DE'

type FoundRow = {
  inspection: number
  picture: string
  damage_type: string
  confidence: number
  part_type: string
  size_cm: number | null
  not_priced_because: NotPriced['rule'] | null
}

/**
 * Five inspections of eight photographs of damaged cars, without a word about what they show: how many of the damages found have a
 * part, a size and a price. Four are of another origin, one is held-out pictures. Pictures of one may be of
 * several cars. Those held out were held out by their names: the damage model was trained on near copies of some.
 */
export async function evaluateInspections(models: Models, { data, say }: Scope) {
  const table = await ownTable()
  const rows: FoundRow[] = []
  for (const [at, files] of inspectionsOf(data).entries()) {
    rows.push(...(await inspect(models, table, at + 1, files)))
    say(`inspection ${at + 1} of ${INSPECTIONS}: ${rows.length} damages so far`)
  }
  return { found: rows.length, ...sharesOf(rows), not_priced: reasonsOf(rows), damages: rows }
}

function inspectionsOf(data: string): string[][] {
  const folder = join(data, 'damage/hitl-cc0/images')
  const other = listPictures(folder).map((name) => join(folder, name))
  const heldOut = partsSplit().bilgi.test.map((name) => join(data, 'training', name))
  const eights = Array.from({ length: INSPECTIONS - 1 }, (_, at) =>
    other.slice(PICTURES * at, PICTURES * (at + 1)),
  )
  return [...eights, heldOut.slice(0, PICTURES)]
}

async function ownTable(): Promise<OpenTable> {
  const table = (await openTables(OWN_TABLES_DIR)).find(({ region }) => region === REGION)
  if (!table) throw new Error(`there is no table for ${REGION}`)
  return table
}

async function inspect(
  models: Models,
  table: OpenTable,
  inspection: number,
  files: string[],
): Promise<FoundRow[]> {
  const found = []
  for (const file of files) {
    const jpeg = await readFile(file)
    const { width, height } = await sharp(jpeg).metadata()
    const image = analyzedImage({ id: file, image_width: width, image_height: height })
    const { result } = await runDamageDetection({ models }, { jpeg, sha256: '' }, image)
    // Two pictures may be of two cars, so nothing is one damage on both.
    found.push(...fuseDamages([{ image, result }], { threshold: null }))
  }
  const { not_priced } = estimate({
    table,
    wear: null,
    vehicle: { brand: null, vehicle_type: null, market_value: null },
    damages: found.map(({ damage_type, part_type, confidence, size_cm, size_cm_low, size_cm_high }, at) => ({
      id: String(at),
      damage_type,
      part_types: [part_type],
      confidence,
      is_confirmed: false,
      size_cm,
      size_cm_low,
      size_cm_high,
    })),
  })
  return found.map(({ damage_type, confidence, part_type, size_cm, views }, at) => {
    const refused = not_priced.find(({ damage_id }) => damage_id === String(at))
    return {
      inspection,
      picture: views[0]?.image_id ?? '',
      damage_type,
      confidence,
      part_type,
      size_cm,
      not_priced_because: refused?.rule ?? null,
    }
  })
}

const hasPart = ({ part_type }: FoundRow) => part_type !== 'ignore'
const hasPartAndSize = (row: FoundRow) => hasPart(row) && row.size_cm !== null
const hasPrice = (row: FoundRow) => hasPart(row) && row.not_priced_because === null
const isComplete = (row: FoundRow) => hasPartAndSize(row) && hasPrice(row)

function sharesOf(rows: readonly FoundRow[]) {
  const pictures = [...new Set(rows.map(({ picture }) => picture))]
  const rowsWhere = (holds: (row: FoundRow) => boolean) =>
    rows.map((row) => ({ unit: pictures.indexOf(row.picture), holds: holds(row) }))
  const wanted = {
    with_part: rowsWhere(hasPart),
    with_part_and_size: rowsWhere(hasPartAndSize),
    with_part_and_price: rowsWhere(hasPrice),
    with_part_size_and_price: rowsWhere(isComplete),
  }
  const each = <T>(of: (name: keyof typeof wanted) => T) => ({
    with_part: of('with_part'),
    with_part_and_size: of('with_part_and_size'),
    with_part_and_price: of('with_part_and_price'),
    with_part_size_and_price: of('with_part_size_and_price'),
  })
  return bootstrap(
    pictures.length,
    each(() => rows.length),
    (weights) => each((name) => shareOf(wanted[name], weights)),
  )
}

/** How many damages each rule has left without a price. */
function reasonsOf(rows: readonly FoundRow[]): Record<string, number> {
  const refused = Map.groupBy(rows, ({ not_priced_because }) => not_priced_because)
  return Object.fromEntries([...refused].flatMap(([rule, of]) => (rule === null ? [] : [[rule, of.length]])))
}
