import { setTimeout as delay } from 'node:timers/promises'
import { type Call, type History, outcomeOf } from './history.ts'
import { type Answer, type Body, type Http, imageJson, jsonBody, multipartBody } from './http.ts'
import type { TestPicture } from './pictures.ts'
import type { Tokens } from './tokens.ts'

export type ClientParts = { http: Http; tokens: Tokens; history: History; urls: readonly string[] }

type Step = {
  operation: string
  method: string
  path: string
  body?: Body
  retries?: number
  /** Repeated with the same key, a write is done once. */
  key?: string
  /** How long each attempt waits for its answer; those after the last wait as long as it takes. */
  patienceMs?: number[]
  about?: Partial<Call>
}

const RETRY_MS = 250
const RETRY_MS_MAX = 2_000
/** A key that a dead process held is free again after half a minute. */
const KEYED_RETRIES = 40

/** One user of the service. Retries as the published clients do, and writes down all it sees. */
export class Client {
  readonly name: string
  readonly account: string
  readonly #parts: ClientParts
  #turn = 0

  constructor(parts: ClientParts, name: string, account: string) {
    this.#parts = parts
    this.name = name
    this.account = account
  }

  async createInspection(body: object = { tasks: { compliances: {} } }): Promise<string | null> {
    const answer = await this.#call({
      operation: 'createInspection',
      method: 'POST',
      path: '/v1/inspections',
      body: jsonBody(body),
    })
    return answer?.status === 201 ? field(answer, 'id') : null
  }

  /** Repeats until it is answered: the key says that it is the same wish. */
  async createOnce(
    wish: { operation: string; path: string; body: object; key: string },
    patienceMs: number[],
  ): Promise<Answer | null> {
    const retries = KEYED_RETRIES
    return this.#call({ ...wish, method: 'POST', body: jsonBody(wish.body), retries, patienceMs })
  }

  /** The published clients do not repeat an upload by themselves. */
  async createImage(inspectionId: string, picture: TestPicture, taskNames: string[]): Promise<Answer | null> {
    return this.#call({
      operation: 'createImage',
      method: 'POST',
      path: `/v1/inspections/${inspectionId}/images`,
      body: multipartBody(imageJson(taskNames), 'file', picture.bytes),
      about: {
        inspection_id: inspectionId,
        task_names: taskNames,
        sha256: picture.sha256,
        size_bytes: picture.bytes.length,
      },
    })
  }

  async updateTask(
    inspectionId: string,
    taskName: string,
    status: string,
    retries = 4,
  ): Promise<Answer | null> {
    return this.#call({
      operation: status === 'TODO' ? 'startTask' : 'updateTask',
      method: 'PATCH',
      path: `/v1/inspections/${inspectionId}/tasks/${taskName}`,
      body: jsonBody({ status }),
      retries,
      about: { inspection_id: inspectionId, task_names: [taskName] },
    })
  }

  async getTaskStatus(inspectionId: string, taskName: string): Promise<string | null> {
    const path = `/v1/inspections/${inspectionId}/tasks/${taskName}`
    const about = { inspection_id: inspectionId, task_names: [taskName] }
    const answer = await this.#call({ operation: 'getTask', method: 'GET', path, retries: 2, about })
    return answer?.status === 200 ? field(answer, 'status') : null
  }

  async updateVehicle(inspectionId: string, vehicle: object): Promise<Answer | null> {
    const path = `/v1/inspections/${inspectionId}/vehicle`
    const about = { inspection_id: inspectionId }
    const body = jsonBody(vehicle)
    return this.#call({ operation: 'updateVehicle', method: 'PATCH', path, body, retries: 2, about })
  }

  async deleteInspection(inspectionId: string): Promise<Answer | null> {
    return this.#call({
      operation: 'deleteInspection',
      method: 'DELETE',
      path: `/v1/inspections/${inspectionId}`,
      retries: 2,
      about: { inspection_id: inspectionId },
    })
  }

  async get(path: string): Promise<Answer | null> {
    return this.#call({ operation: 'get', method: 'GET', path, retries: 2 })
  }

  async #call(step: Step): Promise<Answer | null> {
    const retries = step.retries ?? 0
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#attempt(step, step.patienceMs?.[attempt])
      const running = step.key !== undefined && answer?.status === 409
      if (answer && answer.status < 500 && !running) return answer
      if (attempt >= retries) return answer
      await delay(Math.min(RETRY_MS * 2 ** attempt, RETRY_MS_MAX))
    }
  }

  async #attempt(step: Step, patienceMs?: number): Promise<Answer | null> {
    const { http, tokens, history, urls } = this.#parts
    const authorization = `Bearer ${await tokens.of(this.account)}`
    const url = urls[this.#turn++ % urls.length] ?? ''
    const start = Date.now()
    let answer: Answer | null = null
    try {
      const { method, path, body, key } = step
      answer = await http.ask({
        method,
        url: `${url}${path}`,
        headers: { authorization, ...(key ? { 'idempotency-key': key } : {}) },
        ...(body ? { body } : {}),
        patienceMs,
      })
    } catch {
      // No answer: whether it happened is unknown, and that is what the history says.
    }
    const status = answer?.status ?? 0
    const outcome = answer ? outcomeOf(status) : 'unknown'
    const made = answer && outcome === 'ok' ? madeBy(step, answer) : {}
    const call = { client: this.name, operation: step.operation, start, end: Date.now(), outcome, status }
    history.add({ ...call, ...step.about, ...made })
    return answer
  }
}

function madeBy(step: Step, answer: Answer): Partial<Call> {
  if (step.operation === 'createInspection') return { inspection_id: field(answer, 'id') }
  return step.operation === 'createImage' ? { image_id: field(answer, 'id') } : {}
}

export function field(answer: Answer, name: string): string {
  const value: unknown = JSON.parse(answer.text)[name]
  return typeof value === 'string' ? value : ''
}
