import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listSchemaFiles, listTables, SCHEMA_FOLDER } from '../generate/create-schema.ts'
import { asNode, asNodes, type Node, nameOf, SyntaxTree } from './syntax-tree.ts'

/**
 * The module that writes each table, with Kysely or raw SQL; any module may read any table in a join. `database`: only
 * functions of the database write it.
 */
export const WRITERS: Record<string, string> = {
  // Created by migrate() itself.
  migrations: 'platform',
  organization_keys: 'platform',
  administration_events: 'contracts',
  quotas: 'quotas',
  quota_usage: 'database',
  request_minutes: 'database',
  inspections: 'inspections',
  inspection_counts: 'database',
  vehicles: 'vehicles',
  vehicle_search_keys: 'database',
  timeline_entries: 'database',
  tasks: 'tasks',
  task_runs: 'tasks',
  task_transitions: 'database',
  task_replays: 'tasks',
  images: 'images',
  image_tasks: 'images',
  task_results: 'tasks',
  uploads: 'images',
  picture_settings: 'images',
  events: 'contracts',
  stream_tickets: 'events',
  parts: 'parts',
  damages: 'damages',
  damage_parts: 'damages',
  views: 'views',
  pricings: 'pricing',
  estimates: 'pricing',
  wheel_analyses: 'wheels',
  documents: 'documents',
  rendered_outputs: 'renderings',
  webhook_endpoints: 'webhooks',
  webhook_deliveries: 'webhooks',
  webhook_attempts: 'webhooks',
  webhook_cursor: 'database',
  comparisons: 'comparisons',
  comparison_places: 'comparisons',
  comparison_settings: 'comparisons',
  reports: 'reports',
  objection_links: 'objections',
  objection_sessions: 'objections',
  objections: 'objections',
  objection_pictures: 'objections',
  objection_decisions: 'objections',
  objection_settings: 'objections',
  capture_profiles: 'capture',
  capture_links: 'capture',
  capture_sessions: 'capture',
  holds: 'holds',
  erasures: 'erasures',
  erasure_inspections: 'erasures',
  erasure_objects: 'erasures',
  retention_rules: 'retention',
  audit_entries: 'database',
  audit_heads: 'audit',
  audit_checkpoints: 'audit',
  idempotency_keys: 'http',
}

/** Functions of the database that write tables of other wings than their own, with these wings. */
export const REACHING_FUNCTIONS: Record<string, string[]> = {
  // Deletes every row of an inspection; the answers that http keeps for repeated requests are among them.
  erase_inspection: ['findings', 'http', 'inspection', 'intake', 'outputs', 'tenancy'],
}

/** Where a table is written that its callers name: they write `table: '…'`. */
export const NAMED_BY_CALLERS = 'core/contracts/settings.ts'

/** `table` null: the text does not say which one. */
type Write = { file: string; line: number; table: string | null }

const KYSELY = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
/** A name, the name that `format` fills in, an expression, or the end of a text that goes on with a variable. */
const TABLE = `(?:only\\s+)?"?(%I|[\\w.]+|[?'])`
const RAW = new RegExp(
  `\\b(?:(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?)\\s+${TABLE}|update\\s+${TABLE}"?(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b)`,
  'gi',
)
/** Without one of these words a source need not be parsed. */
const MAY_WRITE =
  /\b(insert|update|delete|merge|truncate|table)\b|(insert|merge|replace)Into|updateTable|deleteFrom/i
/** Stands for an expression in a text, and for whatever follows a text. */
const UNKNOWN = '?'

/** The tables that a source names where it writes. Comments are no part of its syntax tree. */
export function listWrites(file: string, text: string): Write[] {
  if (!MAY_WRITE.test(text)) return []
  const tree = new SyntaxTree(text, 'ts')
  return tree.nodes.flatMap((node) =>
    tablesOf(node).map((table) => ({ file, line: tree.lineOf(node), table })),
  )
}

function tablesOf(node: Node): (string | null)[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? tablesIn(`${node.value}${UNKNOWN}`) : []
    case 'TemplateLiteral':
      return tablesIn(asNodes(node.quasis).map(textOf).join(UNKNOWN))
    case 'CallExpression': {
      const callee = asNode(node.callee)
      const name = callee?.type === 'MemberExpression' ? nameOf(asNode(callee.property)) : null
      if (name === 'table' && nameOf(asNode(callee?.object)) === 'sql') return [null]
      if (name === null || !KYSELY.has(name)) return []
      return [literalOf(asNodes(node.arguments)[0])?.split(' ')[0] ?? null]
    }
    case 'Property': {
      const table = nameOf(asNode(node.key)) === 'table' ? literalOf(asNode(node.value)) : null
      return table === null ? [] : [table]
    }
    default:
      return []
  }
}

const textOf = ({ value }: Node): string =>
  typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''

const literalOf = (node: Node | null | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

const tablesIn = (sql: string): (string | null)[] =>
  [...sql.matchAll(RAW)].map(([, one, other]) => {
    const table = (one ?? other ?? '').replace(/^public\./, '')
    return /^\w+$/.test(table) ? table : null
  })

/** The tables that a function of the database writes. Where a statement is made from a list of tables, all of the list. */
export function listFunctionWrites(text: string): (string | null)[] {
  const code = text.replace(/--.*$/gm, '')
  const listed = [...code.matchAll(/\['(\w+)', '/g)].map(([, table = '']) => table)
  return tablesIn(code).flatMap((table) => (table === null && listed.length > 0 ? listed : [table]))
}

type SchemaTables = {
  /** The wing of each table. */
  wings: Map<string, string>
  /** By functions. */
  writes: { file: string; table: string | null }[]
}

export function readSchemaTables(folder = SCHEMA_FOLDER): SchemaTables {
  const wings = new Map<string, string>()
  const writes: SchemaTables['writes'] = []
  for (const file of listSchemaFiles(folder)) {
    const text = readFileSync(join(folder, file), 'utf8')
    if (file.includes('/')) writes.push(...listFunctionWrites(text).map((table) => ({ file, table })))
    for (const table of listTables(text)) wings.set(table, basename(file, '.sql'))
  }
  return { wings, writes }
}

/** The functions that write tables of other wings than their own, with these wings. */
export function listReaching({ wings, writes }: SchemaTables): Record<string, string[]> {
  const wingOf = (table: string | null) =>
    wings.get(table ?? '') ?? `the wing of ${table ?? 'a table without name'}`
  const reaching = writes.filter(({ file, table }) => !file.startsWith(`${wingOf(table)}/`))
  const byFunction = Map.groupBy(reaching, ({ file }) => basename(file, '.sql'))
  return Object.fromEntries(
    [...byFunction].map(([name, found]) => [
      name,
      [...new Set(found.map(({ table }) => wingOf(table)))].toSorted(),
    ]),
  )
}
