import type { Operation } from './operations.ts'
import { isOfOrganization, type MatrixParts, OF_HOLDER, some } from './tenant-matrix.ts'
import { buildAsk, type Ids, knows, NEEDS_INTERNET, send, slotsToFill } from './tenant-requests.ts'
import type { Known } from './tenant-world.ts'

/** For nobody in an organization, whatever their role. */
const isOfOperator = ({ id }: Operation): boolean => id === 'updateQuotas'

/** The same requests with the actor's own ids must succeed, or the refusals above prove nothing. */
export async function runPositive(
  parts: MatrixParts,
  createOwn: (account: string, operation: Operation) => Promise<Known>,
  isPossible: (operation: Operation) => boolean,
): Promise<number> {
  let cases = await runHolder(parts, createOwn)
  const { owners, random, share } = parts.extent
  for (const account of owners) {
    const token = await parts.tokens.of(account)
    const may = (operation: Operation) =>
      !isOfOperator(operation) && (account === 'birch-admin' || !isOfOrganization(operation))
    const all = parts.operations.filter(isPossible).filter(may)
    for (const operation of some(random, all, Math.ceil(all.length * share))) {
      for (const slot of slotsToFill(operation)) {
        const { ids } = await createOwn(account, operation)
        if (!slot && knows(operation, 'conditional'))
          cases += await runConditions(parts, token, operation, ids)
        const fill = slot ? { ids, slot, value: ids[slot.resource] } : { ids }
        const answer = await send(parts.http, buildAsk(operation, fill, parts.url, parts.picture), token)
        cases += 1
        if (answer.status < 200 || answer.status > 299 || answer.text.includes('"reason":"not_found"'))
          parts.violations.add(
            'own_refused',
            `${operation.label} ${slot?.name ?? ''} by ${account}: ${answer.status} ${answer.text.slice(0, 160)}`,
          )
      }
    }
  }
  return cases
}

/** What a link's holder may do, they can do. */
async function runHolder(
  parts: MatrixParts,
  createOwn: (account: string, operation: Operation) => Promise<Known>,
): Promise<number> {
  const allowed = parts.operations.filter(({ id, label }) => OF_HOLDER.has(id) && !NEEDS_INTERNET.has(label))
  for (const operation of allowed) {
    const { ids, holder } = await createOwn('birch-admin', operation)
    const answer = await send(parts.http, buildAsk(operation, { ids }, parts.url, parts.picture), holder)
    if (answer.status > 299)
      parts.violations.add(
        'own_refused',
        `${operation.label} by a link holder: ${answer.status} ${answer.text}`,
      )
  }
  return allowed.length
}

/** Conditions show on what one sees: without that, it would prove nothing that they do not show on foreign things. */
async function runConditions(parts: MatrixParts, token: string, operation: Operation, ids: Ids) {
  const fill = { ids, manner: 'conditional' as const }
  const { status } = await send(parts.http, buildAsk(operation, fill, parts.url, parts.picture), token)
  const expected = operation.method === 'GET' ? 304 : 412
  if (status !== expected)
    parts.violations.add('control_blind', `${operation.label} with conditions: ${status}, not ${expected}`)
  return 1
}
