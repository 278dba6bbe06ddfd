import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stackValue } from '../../testing/stack.ts'
import { clientOf, report } from './compare.ts'
import { type Figures, openGround } from './pair.ts'
import { createInspection } from './requests.ts'
import { sized } from './sizes.ts'

/** A read may cost a tenth more because it is recorded. */
const RATIO_MIN = 0.9

/** The service with and without its audit, in turns: what a read costs in the api and in the database together. */
export async function benchAudit(): Promise<Figures & { missed?: string }> {
  const { ours, bare, ...ground } = await openGround('api-without-audit.ts', '/v1/openapi.json')
  const beside = [databasePid()]
  try {
    const [recorded, unrecorded] = [await clientOf(ours.url), await clientOf(`${bare.url}/v1`)]
    const path = `/inspections/${await createInspection(recorded)}`
    const figures = await report(
      'audit',
      { ...ground, ours: { ...ours, beside }, bare: { ...bare, beside } },
      { ours: () => recorded('GET', path), bare: () => unrecorded('GET', path) },
      sized(1_000, 300),
    )
    return { ...figures, ...(figures.ratio_cpu < RATIO_MIN ? { missed: 'audit' } : {}) }
  } finally {
    await ground.close()
  }
}

/** The first line of the file is the process that all connections are children of. */
const databasePid = () =>
  Number(readFileSync(join(stackValue('STACK_DIR'), 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
