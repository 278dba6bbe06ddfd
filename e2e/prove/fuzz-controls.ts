import { Violations } from './campaign.ts'
import { FuzzDocument } from './fuzz-document.ts'
import { type Heard, JUDGED_KINDS, Judge, type JudgedKind } from './fuzz-judge.ts'
import { canaryOf, Pool } from './fuzz-pool.ts'

const FOREIGN_ID = '01a00000-0000-7000-8000-00000000000b'

/** A document as small as can be, in the form of the real one: the control must not depend on what is built when. */
const CODES = { type: 'string', enum: ['not_found'] }
const PROBLEM = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
  additionalProperties: true,
}
const THING = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    inner: { type: 'array', items: { $ref: '#/components/schemas/Inner' } },
  },
}
const DOCUMENT = {
  components: {
    schemas: {
      Thing: THING,
      Inner: { type: 'object', properties: { n: { type: 'integer' } } },
      Problem: PROBLEM,
    },
  },
  paths: {
    '/v1/things/{id}': {
      get: {
        operationId: 'getThing',
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          404: {
            content: {
              'application/problem+json': {
                schema: {
                  allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: CODES } }],
                },
              },
            },
          },
        },
      },
    },
  },
}

const problem = (body: object): Partial<Heard> => ({
  status: 404,
  headers: { 'x-request-id': 'r', 'content-type': 'application/problem+json' },
  text: JSON.stringify({ status: 404, code: 'not_found', message: 'm', ...body }),
})
const success = (text: string): Partial<Heard> => ({ text })

/** Answers that are wrong in one way each. `null` stands for answers with nothing wrong. */
const CASES: [JudgedKind | null, Partial<Heard>][] = [
  [null, {}],
  [null, success('{"id":"x","inner":[{"n":1}]}')],
  [null, problem({ extra: 'allowed' })],
  [null, { ...success(`{"id":"${FOREIGN_ID}"}`), body: Buffer.from(`{"id":"${FOREIGN_ID}"}`) }],
  [null, { ...problem({ code: 'request_malformed', status: 400 }), status: 400, brokenOnPurpose: true }],
  ['server_error', { ...problem({ status: 500 }), status: 500 }],
  ['server_error', { ...problem({ status: 503, code: 'unavailable' }), status: 503 }],
  ['status_undeclared', { status: 202 }],
  ['status_undeclared', { ...problem({ status: 409 }), status: 409 }],
  ['status_undeclared', { path: '/v1/nothing' }],
  ['content_type_undeclared', { headers: { 'x-request-id': 'r', 'content-type': 'text/html' } }],
  ['off_schema', success('{}')],
  ['off_schema', success('{"id":1}')],
  ['off_schema', success('{"id":"x","secret":1}')],
  ['off_schema', success('{"id":"x","inner":[{"n":1,"secret":1}]}')],
  ['off_schema', success('{"id":"x","inner":[{"n":1.5}]}')],
  ['off_schema', success('{"id":"x"')],
  ['problem_malformed', problem({ message: undefined })],
  ['problem_malformed', problem({ message: { text: 'm' } })],
  ['problem_malformed', problem({ status: 400 })],
  [
    'problem_malformed',
    { ...problem({}), headers: { 'x-request-id': 'r', 'content-type': 'application/json' } },
  ],
  ['problem_malformed', { ...problem({}), text: '<html>' }],
  ['code_undeclared', problem({ code: 'invented' })],
  ['code_undeclared', problem({ code: undefined })],
  [
    'code_undeclared',
    { ...problem({ code: 'request_malformed', status: 400 }), path: '/v1/nothing', status: 404 },
  ],
  ['status_undeclared', { ...problem({ code: 'request_malformed', status: 400 }), status: 400 }],
  ['request_id_missing', { headers: { 'content-type': 'application/json' } }],
  ['canary_seen', success(`{"id":"${canaryOf('birch')}"}`)],
  ['canary_seen', success(`{"id":"${FOREIGN_ID}"}`)],
  ['canary_seen', { ...success(`{"id":"${canaryOf('alder')}"}`), account: null }],
]

const SOUND: Heard = {
  label: 'control',
  method: 'GET',
  path: '/v1/things/1',
  body: null,
  account: 'alder-member',
  status: 200,
  headers: { 'x-request-id': 'r', 'content-type': 'application/json' },
  text: '{"id":"x"}',
  brokenOnPurpose: false,
}

/** Six seconds are slow, but not where every answer takes one, nor when the same is quick the next time. */
async function knowsSlow(judge: Judge): Promise<boolean> {
  const isSlow = async (ms: number, againMs = ms) => {
    const found = new Violations()
    await judge.judgeTime('control', ms, async () => againMs, found)
    return found.count('too_slow') > 0
  }
  const isSlowAlone = (await isSlow(6_000)) && !(await isSlow(6_000, 10))
  for (let n = 0; n < 100; n++) await isSlow(1_000)
  return isSlowAlone && !(await isSlow(6_000)) && (await isSlow(30_000))
}

/** A 503 is a time-out when the log says so of this request. */
function knowsTimeOut(judge: Judge): boolean {
  const found = new Violations()
  judge.judge({ ...SOUND, ...problem({ status: 503, code: 'unavailable' }), status: 503 }, new Violations())
  judge.judgeUnavailable(['{"request_id":"r"}'], found)
  return found.count('timed_out') === 1 && found.total === 1
}

/** Shows crafted answers to the judge: wrong ones it must see, sound ones it must let pass. */
export async function checkJudge(violations: Violations): Promise<number> {
  const document = new FuzzDocument(DOCUMENT)
  const pool = new Pool(document)
  pool.claim(FOREIGN_ID, 'birch')
  for (const [kind, change] of CASES) {
    const found = new Violations()
    const judge = new Judge(document, pool)
    judge.judge({ ...SOUND, ...change }, found)
    judge.judgeUnavailable([], found)
    const seen = kind ? found.count(kind) > 0 : found.total === 0
    if (!seen) violations.add('judge_blind', `${kind ?? 'sound'}: ${JSON.stringify(change)}`)
  }
  if (!(await knowsSlow(new Judge(document, pool))))
    violations.add('judge_blind', 'too_slow beside slow answers')
  if (!knowsTimeOut(new Judge(document, pool))) violations.add('judge_blind', 'timed_out')
  const covered = new Set(CASES.map(([kind]) => kind))
  for (const kind of JUDGED_KINDS)
    if (!covered.has(kind)) violations.add('judge_blind', `${kind} has no control`)
  return CASES.length
}
