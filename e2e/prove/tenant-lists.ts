import type { Harness } from '../../testing/harness.ts'
import { findCanary, type MatrixParts } from './tenant-matrix.ts'
import { send } from './tenant-requests.ts'
import { CANARY, secretOf } from './tenant-world.ts'

const FILTERS = ['own_resources', 'organization_resources', 'all_resources']

/** Lists of the attacker in every form: none of the victim's rows is in any of them. */
export async function runLists(parts: MatrixParts): Promise<number> {
  const token = await parts.tokens.of('birch-admin')
  const show = ['', '&show_deleted=true', `&plate=${CANARY}`, `&vin=${CANARY}`]
  let cases = 0
  for (const filter of FILTERS) {
    for (const order of ['asc', 'desc']) {
      for (const verbose of ['0', '1']) {
        for (const more of show) {
          const query = `ownership_filter=${filter}&pagination_order=${order}&verbose=${verbose}&limit=500${more}`
          const ask = { method: 'GET', url: `${parts.url}/v1/inspections?${query}` }
          const answer = await send(parts.http, ask, token)
          cases += 1
          if (answer.status !== 200) parts.violations.add('list_failed', `${query}: ${answer.status}`)
          const canary = findCanary(parts, answer)
          if (canary) parts.violations.add('canary_seen', `${query}: ${canary}`)
        }
      }
    }
  }
  return cases
}

/** Counts of the attacker: exactly the rows of its own organization, and none by the victim's plate. */
export async function runCounts(parts: MatrixParts, harness: Harness, org: string): Promise<number> {
  const token = await parts.tokens.of('birch-admin')
  const [own] = await harness.rows<{ live: number; all: number }>(
    'select count(*) filter (where deleted_at is null)::int as live, count(*)::int as all from inspections where org_id = $1',
    [org],
  )
  const expected: [string, number | undefined][] = [
    ['ownership_filter=all_resources&show_deleted=false', own?.live],
    ['ownership_filter=organization_resources&show_deleted=false', own?.live],
    ['ownership_filter=all_resources&show_deleted=true', own?.all],
    [`ownership_filter=all_resources&plate=${CANARY}`, 0],
    [`ownership_filter=all_resources&vin=${CANARY}`, 0],
  ]
  for (const [query, total] of expected) {
    const ask = { method: 'GET', url: `${parts.url}/v1/inspections/count?${query}` }
    const answer = await send(parts.http, ask, token)
    if (answer.status !== 200 || JSON.parse(answer.text).total !== total)
      parts.violations.add('count_wrong', `${query}: ${answer.text}, not ${total}`)
  }
  return expected.length
}

/** An archive by the victim's plate or VIN is none; by the attacker's own, it holds nothing of the victim. */
export async function runExports(parts: MatrixParts): Promise<number> {
  const token = await parts.tokens.of('birch-admin')
  const asked: [string, number][] = [
    [`plate=${CANARY}`, 404],
    [`vin=${CANARY}`, 404],
    [`plate=${secretOf('birch')}`, 200],
  ]
  // A report without a file has this digest in every organization.
  const canaries = parts.canaries.filter((canary) => !/^0+$/.test(canary))
  for (const [query, status] of asked) {
    const answer = await send(parts.http, { method: 'GET', url: `${parts.url}/v1/exports?${query}` }, token)
    if (answer.status !== status) parts.violations.add('list_failed', `exports ${query}: ${answer.status}`)
    const canary = findCanary({ ...parts, canaries }, answer, CANARY)
    if (canary) parts.violations.add('canary_seen', `exports ${query}: ${canary}`)
  }
  return asked.length
}
