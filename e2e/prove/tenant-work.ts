import type { Operation } from './operations.ts'
import type { Asked, StatementLine } from './statement-line.ts'
import type { MatrixParts } from './tenant-matrix.ts'
import { buildAsk, type Ids, neverId, send } from './tenant-requests.ts'

/** Other statements of the process fall between those of a request now and then, and its audit entry may come after its answer. */
const LOOKS_MAX = 8
const NOTHING: Asked = { statements: [], rows: 0 }

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
    await line.take()
    await send(parts.http, buildAsk(operation, { ids, slot, value }, parts.url, parts.picture), token)
    return line.take()
  }
  const counts = { work: 0, work_statements: 0 }
  const { random, workShare } = parts.extent
  for (const operation of parts.operations.filter(isPossible)) {
    for (const slot of operation.slots.filter(() => random.next() < workShare)) {
      const ofForeign = () => count(operation, slot.name, alder.admin.ids[slot.resource], birch.admin.ids)
      const ofNever = () => count(operation, slot.name, neverId(), birch.admin.ids)
      const [foreign, never] = [[await ofForeign()], [await ofNever()]]
      for (let look = 1; look < LOOKS_MAX && !haveOneFace(foreign, never); look++) {
        foreign.push(await ofForeign())
        never.push(await ofNever())
      }
      counts.work += 1
      counts.work_statements += shortest(never).statements.length
      if (!haveOneFace(foreign, never))
        parts.violations.add(
          'work_differs',
          `${operation.label} ${slot.in}.${slot.name}: ${describe(shortest(foreign), shortest(never))} of a foreign id, ${describe(shortest(never), shortest(foreign))} of one that never existed`,
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

/** Whether a look at the one saw just what a look at the other did. */
const haveOneFace = (some: readonly Asked[], others: readonly Asked[]): boolean => {
  const faces = new Set(others.map(faceOf))
  return some.some((one) => faces.has(faceOf(one)))
}

const shortest = (looks: readonly Asked[]): Asked =>
  looks.toSorted((a, b) => a.statements.length - b.statements.length || a.rows - b.rows)[0] ?? NOTHING

function describe({ statements, rows }: Asked, other: Asked): string {
  const more = statements.find((text) => !other.statements.includes(text))
  return `${statements.length} statements and ${rows} rows${more ? `, with ${more.slice(0, 120)}` : ''}`
}
