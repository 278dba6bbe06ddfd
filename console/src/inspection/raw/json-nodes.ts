export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A line of the tree. The path names it, as JavaScript would. */
export type Node = { path: string; parent: string | null; key: string; value: Json; level: number }

const isNamed = (key: string) => /^[A-Za-z_$][\w$]*$/.test(key)

export function isFold(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

export function childrenOf({ path, value, level }: Node): Node[] {
  if (!isFold(value)) return []
  const isList = Array.isArray(value)
  return Object.entries(value).map(([key, child]) => ({
    path: isList ? `${path}[${key}]` : isNamed(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`,
    parent: path,
    key,
    value: child,
    level: level + 1,
  }))
}

export const ROOT = '$'

export const rootOf = (value: Json): Node => ({ path: ROOT, parent: null, key: ROOT, value, level: 1 })

/** The lines that are seen while these folds are open. */
export function seenNodes(root: Node, open: ReadonlySet<string>): Node[] {
  const seen: Node[] = []
  const walk = (node: Node) => {
    seen.push(node)
    if (open.has(node.path)) for (const child of childrenOf(node)) walk(child)
  }
  walk(root)
  return seen
}

const MATCHES_MAX = 500

/** Lines whose name or value holds the text, in order, each with the folds around it. */
export function findNodes(root: Node, text: string): { path: string; around: string[] }[] {
  const wanted = text.trim().toLowerCase()
  const found: { path: string; around: string[] }[] = []
  if (wanted === '') return found
  const walk = (node: Node, around: string[]) => {
    if (found.length >= MATCHES_MAX) return
    const own = isFold(node.value) ? node.key : `${node.key} ${String(node.value)}`
    if (own.toLowerCase().includes(wanted)) found.push({ path: node.path, around })
    for (const child of childrenOf(node)) walk(child, [...around, node.path])
  }
  walk(root, [])
  return found
}

const HINTS = ['name', 'label', 'damage_type', 'part_type', 'wheel_name', 'plate', 'type', 'id']

/** What tells one folded record from the next. */
export function hintOf(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const hint = HINTS.map((key) => value[key]).find((one) => typeof one === 'string' && one !== '')
  return typeof hint === 'string' ? hint : ''
}
