import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './changes.ts'
import { type Lane, STACKS, type StackName } from './lanes.ts'
import { type Outcome, runStep, takeCpuS } from './running.ts'

const PORTS_OF_STACK = 100
/** What models remember beside one stack is as true for the others. */
const REMEMBERED = ['model-checks', 'model-answers']

type Place = { folder: string; portBase: number; tell: (name: string, outcome: Outcome) => void }

/** The engines of a gate: each stack starts when the first lane needs it, and stops when no other lane does. */
export class Stacks {
  readonly #place: Place
  readonly #waiting: Set<Lane>
  readonly #started = new Map<StackName, Promise<boolean>>()

  constructor(place: Place, lanes: readonly Lane[]) {
    this.#place = place
    this.#waiting = new Set(lanes)
  }

  /** By which a step finds its engines; there are none for a lane without a stack. */
  envOf({ name, stack }: Lane): NodeJS.ProcessEnv {
    const { folder, portBase } = this.#place
    const STACK_DIR = join(folder, stack ? `stack-${stack}` : `no-stack-${name}`)
    return stack
      ? { STACK_DIR, STACK_PORT_BASE: String(portBase + Object.keys(STACKS).indexOf(stack) * PORTS_OF_STACK) }
      : { STACK_DIR }
  }

  /** Resolves to false where the engines do not start. */
  start(lane: Lane): Promise<boolean> {
    if (!lane.stack) return Promise.resolve(true)
    const started = this.#started.get(lane.stack) ?? this.#start(lane, lane.stack)
    this.#started.set(lane.stack, started)
    return started
  }

  release(lane: Lane): void {
    this.#waiting.delete(lane)
    if (lane.stack && ![...this.#waiting].some(({ stack }) => stack === lane.stack)) this.#stop(lane)
  }

  stopAll(): void {
    for (const lane of this.#waiting) this.#stop(lane)
  }

  async #start(lane: Lane, stack: StackName): Promise<boolean> {
    const { folder, tell } = this.#place
    const env = { ...process.env, ...this.envOf(lane) }
    const step = { name: `stack-${stack}`, command: ['dev/stack', 'up', ...STACKS[stack]], calmS: 20 }
    const outcome = await runStep(step, env, folder)
    tell(step.name, outcome)
    if (outcome.failed > 0) return false
    for (const remembered of REMEMBERED) {
      mkdirSync(join(folder, remembered), { recursive: true })
      symlinkSync(join(folder, remembered), join(env.STACK_DIR ?? '', remembered))
    }
    return true
  }

  #stop(lane: Lane): void {
    if (!lane.stack || !this.#started.delete(lane.stack)) return
    const env = { ...process.env, ...this.envOf(lane) }
    spawnSync('dev/stack', ['down', '--delete'], { cwd: root, env, stdio: 'ignore' })
    // The engines' own, which no step has used.
    takeCpuS()
  }
}
