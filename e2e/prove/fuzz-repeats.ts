import type { Random } from '../../testing/random.ts'
import type { Violations } from './campaign.ts'
import type { FuzzDocument } from './fuzz-document.ts'
import type { FuzzRequest } from './fuzz-messages.ts'
import type { Told } from './fuzz-send.ts'

type Kept = { request: FuzzRequest; told: Told }

const KEPT = 200
/** Drafts of erasures find nothing, but for those that were changed on the way. */
const ERASES = /"(inspection_id|vin|plate|capture_link_id)"/

/** Requests that carried an idempotency key, to be sent again: unchanged, or with another body under the same key. */
export class Repeats {
  readonly #document: FuzzDocument
  readonly #kept: Kept[] = []
  count = 0

  constructor(document: FuzzDocument) {
    this.#document = document
  }

  /** Only requests that came through unharmed: what a refused one leaves behind is not promised. */
  keep(request: FuzzRequest, told: Told): void {
    const operation = this.#document.find(request.method, request.path.split('?', 1)[0] ?? '')
    const heeds = operation?.parameters.some(
      ({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name),
    )
    const keyed = request.headers.filter(([name]) => name === 'idempotency-key').length === 1
    if (!heeds || told.status >= 300) return
    // An erasure that found something takes the stored answers along, and who repeats a request then starts anew.
    if (operation?.id === 'createErasure' && ERASES.test(String(request.body))) this.#kept.length = 0
    if (!keyed || request.waits) return
    this.#kept.push({ request, told })
    if (this.#kept.length > KEPT) this.#kept.shift()
  }

  next(random: Random): (Kept & { same: boolean }) | null {
    const kept = this.#kept[random.below(this.#kept.length)]
    if (!kept) return null
    this.count += 1
    const same = random.next() < 0.7 || !kept.request.body || kept.request.draft.file !== null
    const request = {
      ...kept.request,
      draft: { ...kept.request.draft, labels: [same ? 'repeated' : 'key reused'] },
    }
    if (!same)
      request.body = Buffer.from('{"additional_data":{"other":1},"tasks":{"compliances":{}},"status":"TODO"}')
    return { request, told: kept.told, same }
  }

  /**
   * The same key and the same request must give the first answer again; with another body it must not be done. Who may no
   * longer do it, because another request has deleted the inspection meanwhile, gets what anybody gets.
   */
  static judge(kept: Kept & { same: boolean }, told: Told, violations: Violations): void {
    const { request, told: first, same } = kept
    const example = `${request.method} ${request.path}: first ${first.status} ${first.text.slice(0, 120)}, then ${told.status} ${told.text.slice(0, 120)}`
    const isGone = told.status === 404 && told.text.includes('"not_found"')
    if (same && !isGone && (told.status !== first.status || told.text !== first.text))
      violations.add('repeat_differs', example)
    if (!same && told.status < 400) violations.add('key_reused', example)
  }
}
