import type { Answer } from '../../testing/http.ts'
import type { Operation } from './operations.ts'
import { findCanary, type MatrixParts } from './tenant-matrix.ts'
import { ASKED_BY_VEHICLE, buildAsk, NEEDS_INTERNET, send, slotsToFill } from './tenant-requests.ts'
import { capabilitiesOf } from './tenant-urls.ts'
import { CANARY } from './tenant-world.ts'

export type Probe = { label: string; answer: Answer; leaks: boolean }

/** Reading comes before writing and deleting last, the innermost first and inspections after all else, and a new run
 * after what wants a finished one: where the attack succeeds, the later requests still find something. */
function orderOf({ id, method, path }: Operation): number {
  if (id === 'createErasure') return 2_000
  const deletes = method === 'DELETE' || id.startsWith('delete')
  const kind = deletes ? 1_000 : ['GET', 'POST', 'PUT', 'PATCH'].indexOf(method) * 100
  const isLast = id === 'createTaskRun' || id === 'deleteInspection'
  return kind + (isLast ? 50 : 0) - path.split('/').length
}

/** Every operation with the victim's ids in every slot, sent to an API whose own checks are defeated. */
export async function probeVictim(parts: MatrixParts, url: string): Promise<Probe[]> {
  const token = await parts.tokens.of('birch-admin')
  const { ids } = parts.world.alder.admin
  const probes: Probe[] = []
  const add = (label: string, answer: Answer, isHarmless: (answer: Answer) => boolean = () => false) => {
    const reached = answer.status >= 200 && answer.status < 300
    probes.push({ label, answer, leaks: reached && !isHarmless(answer) })
  }
  for (const [name, signed] of capabilitiesOf(url, parts.world.alder.other))
    add(name, await send(parts.http, { method: 'GET', url: signed }, null))
  const vehicle = { method: 'GET', url: `${url}/v1/exports?plate=${CANARY}` }
  add('exportVehicle query.plate', await send(parts.http, vehicle, token))
  const operations = parts.operations
    .filter((operation) => operation.needsToken && !NEEDS_INTERNET.has(operation.label))
    .filter(({ id }) => !ASKED_BY_VEHICLE.has(id))
    .toSorted((a, b) => orderOf(a) - orderOf(b))
  for (const operation of operations) {
    for (const slot of slotsToFill(operation)) {
      const fill = { ids, manner: 'wide' as const, ...(slot ? { slot, value: ids[slot.resource] } : {}) }
      const answer = await send(parts.http, buildAsk(operation, fill, url, parts.picture), token)
      add(
        `${operation.label}${slot ? ` ${slot.in}.${slot.name}` : ''}`,
        answer,
        (answer) => slot?.in !== 'query' && showsNothing(parts, operation, answer),
      )
    }
  }
  return probes
}

/** Right answers to an attacker that succeed: an empty list, a count of none, ids that are all unknown. A list that
 * knows the victim's place in it is none of them. */
function showsNothing(parts: MatrixParts, { id }: Operation, answer: Answer): boolean {
  if (id.startsWith('list') || id === 'streamEvents') return findCanary(parts, answer) === undefined
  if (id.startsWith('count')) return JSON.parse(answer.text).total === 0
  // They have no id: whoever asks is told of their own. Those of the victim were changed before.
  if (/^get(ComparisonSettings|ObjectionSettings|PictureSettings|Retention)$/.test(id))
    return findCanary(parts, answer) === undefined
  // Only the victim has this rule.
  if (id === 'previewRetention') return JSON.parse(answer.text).deleted_inspections === null
  if (/^update(ComparisonSettings|ObjectionSettings|PictureSettings|Retention)$/.test(id))
    return JSON.parse(answer.text).version === 1
  if (id === 'getQuotas') return isUnused(JSON.parse(answer.text).used)
  return id === 'deleteImages' && JSON.parse(answer.text).deleted_image_ids.length === 0
}

/** The defaults of the installation are no secret; what the victim uses is one. */
const isUnused = (used: { bytes_stored: number; inspections_per_day: number; webhook_endpoints: number }) =>
  used.bytes_stored + used.inspections_per_day + used.webhook_endpoints === 0
