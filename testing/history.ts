import { appendFileSync, readFileSync } from 'node:fs'

/** `unknown`: the client cannot tell whether the server did it. */
export type Outcome = 'ok' | 'refused' | 'unknown'

export type Call = {
  client: string
  operation: string
  /** Milliseconds since the epoch, before the first byte was sent and after the last one came. */
  start: number
  end: number
  outcome: Outcome
  status: number
  inspection_id?: string
  image_id?: string
  task_names?: string[]
  sha256?: string
  size_bytes?: number
}

/** What the clients saw, in memory and as JSON lines on disk. */
export class History {
  readonly calls: Call[] = []
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  add(call: Call): void {
    this.calls.push(call)
    appendFileSync(this.#file, `${JSON.stringify(call)}\n`)
  }
}

export function readHistory(file: string): Call[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/** 5xx is unknown, as for any client: the change may have been committed before the answer failed. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'ok'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}
