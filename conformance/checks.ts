import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** What a program of the suite tells its parent, one JSON line each on standard output. */
export type Line =
  | { kind: 'check'; name: string; ok: boolean; detail?: string }
  /** The parent looks into the database, which no client can, and makes the check of it. */
  | { kind: 'runs'; name: string; inspection_id: string; task_name: string; runs: number }
  /** How long something took. The parent judges it at full size only. */
  | { kind: 'figure'; name: string; ms: number; ms_max: number }
  | { kind: 'end' }

const DETAIL_CHARACTERS_MAX = 600

/** The checks of one program. A check that fails does not end its journey; an exception does. */
export class Checks {
  readonly #generation: string
  #journey = ''

  constructor(generation: string) {
    this.#generation = generation
  }

  that(name: string, ok: boolean, seen?: unknown): void {
    const detail = ok || seen === undefined ? {} : { detail: show(seen) }
    say({ kind: 'check', name: this.#full(name), ok, ...detail })
  }

  /** Without this the rest of the journey means nothing. */
  must(name: string, ok: boolean, seen?: unknown): void {
    this.that(name, ok, seen)
    if (!ok) throw new JourneyOver()
  }

  equal(name: string, seen: unknown, wanted: unknown): void {
    const ok = isDeepStrictEqual(seen, wanted)
    say({
      kind: 'check',
      name: this.#full(name),
      ok,
      ...(ok ? {} : { detail: `wanted ${show(wanted)}, saw ${show(seen)}` }),
    })
  }

  /** Every field of `wanted` is a check of its own. */
  fields(name: string, seen: object | undefined, wanted: Record<string, unknown>): void {
    const fields: Record<string, unknown> = { ...seen }
    for (const [field, value] of Object.entries(wanted)) this.equal(`${name} ${field}`, fields[field], value)
  }

  text(name: string, seen: unknown): void {
    this.that(name, typeof seen === 'string' && seen.length > 0, seen ?? String(seen))
  }

  /** The work must be refused; what was thrown comes back for closer looks. */
  async refused(name: string, wanted: { name: string; status: number }, work: () => Promise<unknown>) {
    const thrown = await work().then(() => null, asRefusal)
    this.equal(name, thrown && { name: thrown.name, status: thrown.status }, wanted)
    return thrown
  }

  took(name: string, ms: number, ms_max: number): void {
    say({ kind: 'figure', name: this.#full(name), ms: Math.round(ms), ms_max })
  }

  runs(name: string, inspection_id: string, task_name: string, runs: number): void {
    say({ kind: 'runs', name: this.#full(name), inspection_id, task_name, runs })
  }

  /** Steps that need each other. When one throws, the rest of the journey is lost and the next journey starts. */
  async journey(name: string, work: () => Promise<void>): Promise<void> {
    this.#journey = name
    try {
      await work()
    } catch (error) {
      if (error instanceof JourneyOver) return
      const thrown = asRefusal(error)
      this.that('the journey reaches its end', false, {
        ...thrown,
        stack: thrown.stack?.split('\n').slice(0, 4),
      })
    }
  }

  end(): void {
    say({ kind: 'end' })
  }

  #full(name: string): string {
    return `${this.#generation} ${this.#journey}: ${name}`
  }
}

/** Ends a journey whose failure has already been counted. */
class JourneyOver extends Error {}

export type Refusal = {
  name: string
  status: number | undefined
  message: string
  body: unknown
  stack: string | undefined
}

/** The clients throw HTTP errors with the response on them; anything else has no status. */
function asRefusal(error: unknown): Refusal {
  if (!(error instanceof Error))
    return { name: 'none', status: undefined, message: String(error), body: null, stack: undefined }
  const { response, body = null }: { response?: { status?: number }; body?: unknown } = Object(error)
  return { name: error.name, status: response?.status, message: error.message, body, stack: error.stack }
}

/** More than ten times what the longest takes on a calm machine: only what stands still is given up. */
const HUNG_MS = 300_000

/** Reads until the condition holds; the last reading comes back, good or not, for the check that follows. */
export async function poll<Seen>(read: () => Promise<Seen>, holds: (seen: Seen) => boolean): Promise<Seen> {
  const untilMs = performance.now() + HUNG_MS
  for (;;) {
    const seen = await read()
    if (holds(seen) || performance.now() > untilMs) return seen
    await delay(100)
  }
}

function say(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > DETAIL_CHARACTERS_MAX ? `${text.slice(0, DETAIL_CHARACTERS_MAX)}…` : text
}
