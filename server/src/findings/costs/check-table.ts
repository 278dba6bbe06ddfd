import { PART_TYPES } from '@walkaround/catalog/parts'
import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { isMeantBy, isPriced, rowNameOf } from './table-rows.ts'
import { STARTING_VALUE, type Table } from './table-schema.ts'

/** What no schema can say of a table: each mistake with its place. */
export function mistakesOf(table: Table): string[] {
  return [
    ...sourceMistakes(table),
    ...digitMistakes(table),
    ...rowMistakes(table),
    ...vehicleMistakes(table),
    ...pdrMistakes(table),
  ]
}

function sourceMistakes(table: Table): string[] {
  const known = new Set([STARTING_VALUE, ...table.sources.map((source) => source.id)])
  return everyField(table, '$')
    .filter(([path, value]) => path.endsWith('.source') && !known.has(String(value)))
    .map(([path, value]) => `${path} is "${value}", which is neither in sources nor "${STARTING_VALUE}"`)
}

/** Hours are counted in thousandths and shares in ten-thousandths; a finer figure would be rounded behind one's back. */
function digitMistakes(table: Table): string[] {
  return everyField(table, '$').flatMap(([path, value]) => {
    if (typeof value !== 'number') return []
    if (Math.abs(value * 10_000 - Math.round(value * 10_000)) > 1e-6)
      return [`${path} has more than four digits after the point`]
    const isHours = /hours|\.base$|per_dm2$/.test(path.split('.rows.').pop() ?? path)
    if (isHours && Math.abs(value * 1_000 - Math.round(value * 1_000)) > 1e-6)
      return [`${path} has more than three digits after the point`]
    return []
  })
}

function strangersIn(rows: Table['rows'], path: string): string[] {
  return Object.keys(rows)
    .filter((name) => !PART_TYPES.some((part) => isMeantBy(name, part)))
    .map((name) => `${path}.${name} is the name of no part, nor the beginning of one`)
}

function vehicleMistakes({ vehicles = [] }: Table): string[] {
  return vehicles.flatMap(({ brands, vehicle_types, rows }, at) => [
    ...strangersIn(rows, `$.vehicles.${at}.rows`),
    ...(vehicle_types ?? [])
      .filter((type) => vehicleTypeOf(type) !== type)
      .map((type) => `$.vehicles.${at}.vehicle_types has ${type}, which is no vehicle type`),
    ...(brands || vehicle_types
      ? []
      : [`$.vehicles.${at} names neither brands nor vehicle_types, so it would mean all`]),
  ])
}

function rowMistakes(table: Table): string[] {
  const strangers = strangersIn(table.rows, '$.rows')
  const missing = PART_TYPES.filter((part) => isPriced(part) && rowNameOf(table.rows, part) === null).map(
    (part) => `$.rows has nothing for ${part}`,
  )
  const { low, likely, high } = table.size.unknown_mm
  const span = low <= likely && likely <= high ? [] : ['$.size.unknown_mm is not in order']
  return [...strangers, ...missing, ...span]
}

function pdrMistakes({ pdr, rows }: Table): string[] {
  const mistakes = Object.entries(pdr.matrices).flatMap(([name, { minor }]) => {
    const path = `$.pdr.matrices.${name}`
    if (name !== 'other' && !(name in rows)) return [`${path} is neither "other" nor the name of a row`]
    if (minor.length !== pdr.sizes_mm.length || minor.some((row) => row.length !== pdr.counts.length))
      return [`${path}.minor needs ${pdr.sizes_mm.length} rows of ${pdr.counts.length} prices`]
    const columns = pdr.counts.map((_, column) => minor.map((row) => row[column] ?? 0))
    return [...minor, ...columns].every(rises) ? [] : [`${path}.minor falls where dents are larger or more`]
  })
  if (!('other' in pdr.matrices)) mistakes.push('$.pdr.matrices needs one named "other"')
  if (!rises(pdr.sizes_mm) || !rises(pdr.counts)) mistakes.push('$.pdr.sizes_mm and counts must rise')
  if ((pdr.sizes_mm.at(-1) ?? 0) < pdr.max_mm) mistakes.push('$.pdr.sizes_mm must reach max_mm')
  return mistakes
}

function rises(values: number[]): boolean {
  return values.every((value, n) => n === 0 || value >= (values[n - 1] ?? 0))
}

function everyField(value: unknown, path: string): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, item]) => everyField(item, `${path}.${key}`))
}
