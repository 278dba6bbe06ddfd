import type { Table } from './table-schema.ts'

/**
 * What the matrix asks for these dents. A matrix is written for dents of about one size; for mixed ones it is the highest
 * of what the dents of each size and larger cost, so that one dent more never makes it cheaper.
 */
export function pdrPrice(
  { pdr }: Table,
  row_name: string,
  sizes_mm: number[],
): { minor: number; row: string } {
  const name = Object.hasOwn(pdr.matrices, row_name) ? row_name : 'other'
  const matrix = pdr.matrices[name]?.minor ?? []
  const prices = pdr.sizes_mm.flatMap((_, size) => {
    const floor = pdr.sizes_mm[size - 1] ?? 0
    const count = sizes_mm.filter((mm) => mm > floor).length
    if (count === 0) return []
    const column = pdr.counts.findIndex((max) => count <= max)
    const minor = matrix[size]?.[column] ?? 0
    return [{ minor, row: `$.pdr.matrices.${name}.minor[${size}][${column}]` }]
  })
  return prices.reduce((highest, price) => (price.minor > highest.minor ? price : highest))
}
