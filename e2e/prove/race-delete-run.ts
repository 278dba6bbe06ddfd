import { setTimeout as delay } from 'node:timers/promises'
import { vary } from '../../testing/pictures.ts'
import type { RaceParts } from './race-start-add.ts'

type State = { status: string; generation: number; results: number; transitions: number }

const STATE = `
  select t.status, t.generation,
    (select count(*)::int from task_results r where r.org_id = t.org_id and r.task_id = t.id) as results,
    (select count(*)::int from task_transitions n where n.org_id = t.org_id and n.task_id = t.id) as transitions
  from tasks t where t.inspection_id = $1 and t.name = 'compliances'`

/** Deletes at a random moment of the run: what the task looks like then is what it must look like ever after. */
export class DeleteRunRace {
  readonly #parts: RaceParts
  readonly #states = new Map<string, string>()
  stopped = 0
  halfway = 0

  constructor(parts: RaceParts) {
    this.#parts = parts
  }

  async run(round: number): Promise<void> {
    const { harness, random, violations, pictures } = this.#parts
    const client = harness.createClient(`deleter-${round}`, 'alder-member')
    const inspection = await client.createInspection()
    if (!inspection) return violations.add('server_errors', 'the inspection was not created')
    for (let n = 0; n < 2; n++)
      await client.createImage(inspection, vary(random.pick(pictures), random), ['compliances'])
    await client.updateTask(inspection, 'compliances', 'TODO', 0)
    await delay(random.between(0, 2_000))
    const answer = await client.deleteInspection(inspection)
    if (answer?.status !== 200)
      violations.add('server_errors', `delete answered ${answer?.status} ${answer?.text}`)
    const state = await this.#stateOf(inspection)
    this.#states.set(inspection, JSON.stringify(state))
    if (state?.status === 'ERROR') this.stopped += 1
    if (state?.status === 'ERROR' && state.results > 0) this.halfway += 1
  }

  /** To be called at rest, when every late worker has had its say. */
  async checkUnchanged(): Promise<void> {
    for (const [inspection, before] of this.#states) {
      const after = JSON.stringify(await this.#stateOf(inspection))
      if (after !== before)
        this.#parts.violations.add('changed_after_delete', `${inspection}: ${before} became ${after}`)
    }
  }

  async #stateOf(inspection: string): Promise<State | undefined> {
    return (await this.#parts.harness.rows<State>(STATE, [inspection]))[0]
  }
}
