import { PARTS, type PartType, rolledUp } from '@walkaround/catalog/parts'

/** Whether a part is meant by a name: the part's own, or the words it begins with. */
export function isMeantBy(name: string, part: PartType): boolean {
  return part === name || part.startsWith(`${name}_`)
}

/** Parts that can be priced at all: what is on the outside of a vehicle. */
export function isPriced(part: PartType): boolean {
  const { kind } = PARTS[part]
  return kind !== 'none' && kind !== 'inside'
}

/** The longest name that means the part; where none does, the one of the part it belongs to. */
export function rowNameOf(rows: Readonly<Record<string, unknown>>, part: PartType): string | null {
  const names = Object.keys(rows).filter((name) => isMeantBy(name, part))
  const longest = names.toSorted((a, b) => b.length - a.length)[0]
  if (longest !== undefined) return longest
  const parent = rolledUp(part)
  return parent === part ? null : rowNameOf(rows, parent)
}
