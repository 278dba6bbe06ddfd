import type { Answer } from './http.ts'
import type { MatrixParts } from './tenant-matrix.ts'
import { idsOf } from './tenant-matrix.ts'
import { buildAsk, send } from './tenant-requests.ts'

export type Probe = { label: string; answer: Answer; leaks: boolean }

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Every operation with the victim's ids in every slot, sent to an API whose own checks are defeated. Reading comes
 * before writing and deleting last: where the attack succeeds, the later requests still find something.
 */
export async function probeVictim(parts: MatrixParts, url: string): Promise<Probe[]> {
  const token = await parts.tokens.of('birch-admin')
  const victim = parts.world.alder.admin
  const ids = idsOf(victim)
  const probes: Probe[] = []
  const probe = async (label: string, answer: Answer) => {
    const reached = answer.status >= 200 && answer.status < 300
    // A list that shows nothing of the victim is the right answer to an attacker.
    const harmless =
      label.startsWith('list') && !parts.canaries.some((canary) => answer.text.includes(canary))
    probes.push({ label, answer, leaks: reached && !harmless })
  }
  const operations = parts.operations.toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))
  for (const operation of operations.filter((operation) => operation.needsToken)) {
    for (const slot of [undefined, ...operation.slots.filter((slot) => slot.in !== 'path')]) {
      const fill = slot ? { ids, slot, value: ids[slot.resource], wide: true } : { ids, wide: true }
      const answer = await send(parts.http, buildAsk(operation, fill, url, parts.picture), token)
      await probe(`${operation.id}${slot ? ` ${slot.in}.${slot.name}` : ''}`, answer)
    }
  }
  const other = parts.world.alder.other
  const picture = `${url}${new URL(other.pictureUrl).pathname}`
  await probe('getPicture', await send(parts.http, { method: 'GET', url: picture }, null))
  return probes
}
