import { median } from '../../testing/processes.ts'
import { isStream } from '../../testing/silence.ts'
import type { Violations } from './campaign.ts'
import type { DeclaredAnswer, FuzzDocument, FuzzOperation } from './fuzz-document.ts'
import type { Pool } from './fuzz-pool.ts'
import { AnswerSchemas } from './fuzz-schemas.ts'

/** One answer and what it answers. */
export type Heard = {
  label: string
  method: string
  path: string
  body: Buffer | null
  account: string | null
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The message itself was broken, so it may be refused before anybody looks at its path. */
  brokenOnPurpose: boolean
}

export const JUDGED_KINDS = [
  'server_error',
  'status_undeclared',
  'content_type_undeclared',
  'off_schema',
  'problem_malformed',
  'code_undeclared',
  'request_id_missing',
  'canary_seen',
] as const
export type JudgedKind = (typeof JUDGED_KINDS)[number]

/**
 * How long an answer may take: this long on a machine with time to spare, and so many times the median of the answers
 * before it. All lanes share one thread and few cores; an upload waits its turn a dozen times, an ordinary request twice.
 */
const ANSWER_MS_MAX = 5_000
const ANSWER_FACTOR_MAX = 25
const ANSWERS_KEPT = 500
const PROBLEM = 'application/problem+json'
/** What a request that reaches no operation is answered with. */
const NOWHERE = new Map([
  [400, 'request_malformed'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [431, 'request_header_too_large'],
])
/** What a message that cannot be read is answered with, whatever its path. */
const UNREADABLE = new Set(['request_malformed', 'request_header_too_large'])

/** Knows from the document what may be answered, and says of every answer what is wrong with it. */
export class Judge {
  readonly #document: FuzzDocument
  readonly #pool: Pool
  readonly #schemas: AnswerSchemas
  readonly #latestMs: number[] = []
  readonly #unavailable: { id: string; what: string }[] = []
  slowestMs = 0
  slowest = ''

  constructor(document: FuzzDocument, pool: Pool) {
    this.#document = document
    this.#pool = pool
    this.#schemas = new AnswerSchemas(document)
  }

  judge(heard: Heard, violations: Violations): void {
    const say = (kind: JudgedKind, what = '') => violations.add(kind, describe(heard, what))
    const { status, headers } = heard
    if (typeof headers['x-request-id'] !== 'string') say('request_id_missing')
    if (status === 503)
      this.#unavailable.push({ id: String(headers['x-request-id']), what: describe(heard, '') })
    else if (status >= 500) say('server_error')
    const foreign = isJson(heard) || isStream(headers) ? this.#foreignIn(heard) : []
    if (foreign.length > 0) say('canary_seen', foreign.slice(0, 3).join())
    const operation = this.#document.find(heard.method, heard.path.split(/[?#]/, 1)[0] ?? '')
    if (status >= 400) this.#judgeProblem(heard, operation, say)
    else if (operation) this.#judgeSuccess(heard, operation, say)
    else if (heard.method !== 'OPTIONS') say('status_undeclared', 'there is no such operation')
  }

  /** For the end: a wait for a lock that the log says was too long is a matter of time; any other 503 is an error. */
  judgeUnavailable(timeOuts: readonly string[], violations: Violations): void {
    for (const { id, what } of this.#unavailable) {
      if (timeOuts.some((line) => line.includes(`"${id}"`))) violations.addTimed('timed_out', what)
      else violations.add('server_error', what)
    }
  }

  /** What the answers take now, so that a report of slow ones can be read. */
  get medianMs(): number {
    return median(this.#latestMs)
  }

  /** `askAgain` asks the same once more and resolves to how long that took. */
  async judgeTime(
    what: string,
    ms: number,
    askAgain: () => Promise<number>,
    violations: Violations,
  ): Promise<void> {
    if (ms > this.slowestMs) {
      this.slowestMs = ms
      this.slowest = `${Math.round(ms)} ms: ${what}`
    }
    const suspect = (ms: number) =>
      ms > ANSWER_MS_MAX && ms > ANSWER_FACTOR_MAX * this.medianMs
        ? `${Math.round(ms)} ms, the median is ${Math.round(this.medianMs)} ms: ${what}`
        : null
    await violations.measure('too_slow', async (n) => (n === 1 ? ms : askAgain()), suspect)
    this.#latestMs.push(ms)
    if (this.#latestMs.length > ANSWERS_KEPT) this.#latestMs.shift()
  }

  /** An answer may repeat what its request said, such as an id that it could not find. */
  #foreignIn({ account, text, path, body }: Heard): string[] {
    const accounts = account ? [account] : ['alder-nobody', 'birch-nobody']
    const foreign = accounts.flatMap((account) => this.#pool.findForeign(account, text))
    return foreign.filter((word) => !path.includes(word) && !body?.includes(word))
  }

  #judgeProblem(heard: Heard, operation: FuzzOperation | null, say: Say): void {
    const { status } = heard
    const body = heard.method === 'HEAD' ? null : parse(heard.text)
    const code: unknown = Object(body).code
    if (heard.brokenOnPurpose && UNREADABLE.has(String(code))) operation = null
    const declared = operation ? declaredFor(operation, status) : undefined
    const expected = NOWHERE.get(status)
    if (operation ? !declared : !expected) say('status_undeclared', operation?.id ?? 'no operation')
    if (heard.method === 'HEAD') return
    if (mediaType(heard) !== PROBLEM) say('problem_malformed', `content type ${mediaType(heard)}`)
    else if (typeof Object(body).message !== 'string') say('problem_malformed', 'no message')
    else if (Object(body).status !== status)
      say('problem_malformed', `status ${Object(body).status} in the body`)
    const codes = operation ? declared?.codes : new Set([expected])
    if (typeof code !== 'string' || (codes && !codes.has(code))) say('code_undeclared', String(code))
    const schema = declared?.content[PROBLEM]?.schema
    const wrong = schema ? this.#schemas.check(schema, body) : null
    // An undeclared code breaks the schema too; it is said once.
    if (wrong && !wrong.startsWith('/code ')) say('off_schema', wrong)
  }

  #judgeSuccess(heard: Heard, operation: FuzzOperation, say: Say): void {
    const declared = declaredFor(operation, heard.status)
    if (!declared) say('status_undeclared', operation.id)
    if (!declared || heard.method === 'HEAD' || heard.status === 304) return
    const types = Object.keys(declared.content)
    const type = mediaType(heard)
    if (types.length === 0) {
      if (isJson(heard)) say('off_schema', 'a JSON body where none is declared')
      return
    }
    const content =
      declared.content[type] ?? declared.content[`${type.split('/')[0]}/*`] ?? declared.content['*/*']
    if (!content) say('content_type_undeclared', type)
    if (!content || !isJson(heard)) return
    const wrong = content.schema ? this.#schemas.check(content.schema, parse(heard.text)) : null
    if (wrong) say('off_schema', wrong)
  }
}

type Say = (kind: JudgedKind, what?: string) => void

function declaredFor({ answers }: FuzzOperation, status: number): DeclaredAnswer | undefined {
  return answers.get(`${status}`) ?? answers.get(`${Math.floor(status / 100)}XX`) ?? answers.get('default')
}

function mediaType({ headers }: Heard): string {
  return (
    String(headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? ''
  )
}

function isJson(heard: Heard): boolean {
  return /^application\/(.+\+)?json$/.test(mediaType(heard))
}

/** A text that is no JSON is a symbol: no schema accepts it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return Symbol('not JSON')
  }
}

function describe({ label, method, path, account, status, text }: Heard, what: string): string {
  const asked = `${method} ${path.slice(0, 160)} by ${account ?? 'nobody'} [${label.slice(0, 160)}]`
  return `${what}: ${asked}: ${status} ${text.slice(0, 240)}`
}
