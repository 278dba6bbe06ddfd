import type { Operation } from './operations.ts'
import type { Asked, StatementLine } from './statement-line.ts'
import type { MatrixParts } from './tenant-matrix.ts'
import { buildAsk, type Ids, neverId, send } from './tenant-requests.ts'

/** Other statements of the process fall between those of a request now and then: the shortest of several looks is the request's own. */
const LOOKS_MAX = 8

/**
 * What the database is asked for a foreign id and for one that never existed must be the same statements with as many
 * rows: nobody can tell the two by the work they make. Returns how many pairs were compared.
 */
export async function runWork(
  parts: MatrixParts,
  line: StatementLine,
  isPossible: (operation: Operation) => boolean,
): Promise<{ work: number; work_statements: number }> {
  const token = await parts.tokens.of('birch-admin')
  const { alder, birch } = parts.world
  const count = async (operation: Operation, name: string, value: string, ids: Ids): Promise<Asked> => {
    const slot = operation.slots.find((slot) => slot.name === name)
    if (!slot) throw new Error(`${operation.label} has no ${name}`)
    line.take()
    await send(parts.http, buildAsk(operation, { ids, slot, value }, parts.url, parts.picture), token)
    return line.take()
  }
  const counts = { work: 0, work_statements: 0 }
  for (const operation of parts.operations.filter(isPossible)) {
    for (const slot of operation.slots) {
      const ofForeign = () => count(operation, slot.name, alder.admin.ids[slot.resource], birch.admin.ids)
      const ofNever = () => count(operation, slot.name, neverId(), birch.admin.ids)
      let [foreign, never] = [await ofForeign(), await ofNever()]
      for (let look = 1; look < LOOKS_MAX && !isSame(foreign, never); look++) {
        foreign = shorter(foreign, await ofForeign())
        never = shorter(never, await ofNever())
      }
      counts.work += 1
      counts.work_statements += never.statements.length
      if (!isSame(foreign, never))
        parts.violations.add(
          'work_differs',
          `${operation.label} ${slot.in}.${slot.name}: ${describe(foreign, never)} of a foreign id, ${describe(never, foreign)} of one that never existed`,
        )
    }
  }
  const read = parts.operations.find(({ id }) => id === 'getInspection')
  const [slot] = read?.slots ?? []
  if (!read || !slot) throw new Error('no inspection can be read')
  // What the count shows where the answers do differ: one's own inspection is read in full.
  const own = await count(read, slot.name, birch.admin.ids.inspection, birch.admin.ids)
  const never = await count(read, slot.name, neverId(), birch.admin.ids)
  if (isSame(own, never) || never.statements.length === 0)
    parts.violations.add('control_blind', `one's own inspection: ${describe(own, never)}`)
  return counts
}

const isSame = (one: Asked, other: Asked): boolean => faceOf(one) === faceOf(other)

/** Statements that run beside each other come in any order. */
const faceOf = ({ statements, rows }: Asked): string => JSON.stringify([statements.toSorted(), rows])

const shorter = (one: Asked, other: Asked): Asked =>
  other.statements.length < one.statements.length ||
  (other.statements.length === one.statements.length && other.rows < one.rows)
    ? other
    : one

function describe({ statements, rows }: Asked, other: Asked): string {
  const more = statements.find((text) => !other.statements.includes(text))
  return `${statements.length} statements and ${rows} rows${more ? `, with ${more.slice(0, 120)}` : ''}`
}
