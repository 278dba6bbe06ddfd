import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { type Answer, jsonBody } from '../../testing/http.ts'

const ACCOUNT = 'alder-manager'
/** A watchdog: the second attempt comes six seconds after the first. */
const SETTLE_MS_MAX = 180_000

/** What became of an address that a caller gave: refused when it was given, not reached, or reached. */
export type Fate = { fate: 'refused' | 'unreached' | 'reached'; told: string }

export type Surfaces = Awaited<ReturnType<typeof openSurfaces>>

/** The three ways in which a caller makes the service send a request to an address of the caller's choice. */
export async function openSurfaces(harness: Harness, url: string, soundUrl: string) {
  async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const authorization = `Bearer ${await harness.tokens.of(ACCOUNT)}`
    return harness.http.ask({
      method,
      url: `${url}/v1${path}`,
      headers: { authorization },
      ...(body === undefined ? {} : { body: jsonBody(body) }),
    })
  }

  async function make(path: string, body: unknown): Promise<string> {
    const answer = await ask('POST', path, body)
    if (answer.status !== 201) throw new Error(`${path} answers ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text).id
  }

  const inspectionId = await make('/inspections', { tasks: {} })
  const images = `/inspections/${inspectionId}/images`

  async function download(address: string): Promise<Fate> {
    const acquisition = { strategy: 'download_from_url', url: address }
    const { status, text } = await ask('POST', images, { acquisition, tasks: [] })
    return { fate: status === 201 ? 'reached' : 'refused', told: `${status} ${anonymous(text)}` }
  }

  /** Each asker has an endpoint of its own, which it gives one address after the other. */
  async function openEndpoint() {
    // No event of this kind happens here: only test events are sent.
    const id = await make('/webhook_endpoints', { url: soundUrl, event_types: ['report.failed'] })
    const test = async (): Promise<Fate> => {
      const { status, text } = await ask('POST', `/webhook_endpoints/${id}/test`)
      if (status !== 200) throw new Error(`a test answers ${status} ${text}`)
      const { state, attempts } = JSON.parse(text)
      const { status_class, error } = attempts[0] ?? {}
      return { fate: state === 'delivered' ? 'reached' : 'unreached', told: `${status_class} ${error}` }
    }
    const give = async (address: string): Promise<Fate> => {
      const { status, text } = await ask('PATCH', `/webhook_endpoints/${id}`, { url: address })
      if (status !== 200) return { fate: 'refused', told: `${status} ${anonymous(text)}` }
      return test()
    }
    return { give, test }
  }

  /** Ends a task with these callbacks; resolves to its inspection, or to null when the service does not take them. */
  async function endTask(addresses: readonly string[]): Promise<string | null> {
    const callbacks = addresses.map((address) => ({ url: address, headers: {} }))
    const created = await ask('POST', '/inspections', { tasks: { human_in_the_loop: { callbacks } } })
    if (created.status === 400) return null
    const { id } = JSON.parse(created.text)
    const task = `/inspections/${id}/tasks/human_in_the_loop`
    for (const status of ['TODO', 'DONE']) {
      const moved = await ask('PATCH', task, { status })
      if (moved.status !== 200) throw new Error(`${task} answers ${moved.status} ${moved.text}`)
    }
    return id
  }

  /** Waits until each callback of the inspections has been tried so often. Resolves to how many were not, and how many arrived. */
  async function settle(inspectionIds: readonly string[], callbackCount: number, attempts = 1) {
    const untilMs = performance.now() + SETTLE_MS_MAX
    for (;;) {
      const [row] = await harness.rows<{ tried: number; delivered: number }>(
        `select count(*) filter (where attempt_count >= $2)::int as tried,
           count(*) filter (where state = 'delivered')::int as delivered
         from webhook_deliveries where inspection_id = any($1)`,
        [inspectionIds, attempts],
      )
      const { tried = 0, delivered = 0 } = row ?? {}
      const isHung = performance.now() > untilMs
      if (isHung) console.log(`hung after ${SETTLE_MS_MAX / 1_000} s: ${tried} of ${callbackCount} tried`)
      if (isHung || tried >= callbackCount) return { untried: callbackCount - tried, delivered }
      await delay(100)
    }
  }

  return { download, openEndpoint, endTask, settle }
}

/** What a caller is told, without what names the request. */
function anonymous(text: string): string {
  const { request_id, errors, ...told } = JSON.parse(text)
  return JSON.stringify(told)
}
