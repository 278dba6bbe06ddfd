import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireRequestAccess } from '../core/access/route-access.ts'
import { Problem } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'
import { canonicalJson } from '../core/platform/canonical-json.ts'
import type { Seal } from '../core/platform/organization-keys.ts'
import { isUuid } from '../core/platform/uuid.ts'
import {
  type Claim,
  claimKey,
  releaseKey,
  renewKey,
  type StoredAnswer,
  type Subjects,
  storeAnswer,
  storeEffect,
} from './idempotency-store.ts'
import { WRITES } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a write with a key is recognised by. */
    keyed: { key: string; fingerprint: string } | null
    /** What an answer looks like where it is stored. */
    atRest: (text: string) => string
    /** The key while its answer is not stored yet. */
    claim: Claim | null
    /** Renews the claim while the handler runs. */
    renewal: NodeJS.Timeout | undefined
  }
}

const RENEW_MS = 10_000
/** A handler that has not ended after so many renewals hangs; a repeat may try. */
const RENEWALS_MAX = 60
const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * A write that carries an `Idempotency-Key` is done once, and every repeat gets the first answer. The key is claimed
 * before the work and its answer is stored in the transaction of the effect.
 */
export function registerIdempotency(app: App, renewMs = RENEW_MS): void {
  app.decorateRequest('keyed', null)
  app.decorateRequest('claim', null)
  app.decorateRequest('atRest', asItIs)
  app.decorateRequest('renewal', undefined)
  app.addHook('onRoute', ({ method, url, config }) => {
    const isWrite = [method].flat().some((name) => WRITES.has(name))
    if (isWrite && !config?.access)
      throw new Error(`${url} writes and has no \`access\`: nobody could say who may see its stored answers`)
  })
  // Before validation, which drops and renames keys: what counts is what was sent.
  app.addHook('preValidation', async (request) => {
    const key = request.headers['idempotency-key']
    if (key === undefined || !WRITES.has(request.method) || !request.ctx) return
    // Two headers arrive joined by a comma and a space, which no key holds.
    if (typeof key !== 'string' || !KEY.test(key)) throw new Problem('idempotency_key_malformed')
    request.keyed = { key, fingerprint: fingerprintOf(request) }
  })
  // Goes on to the handler only when told: after a hook that returns its reply, the handler runs as well if the client hangs
  // up before the answer is sent.
  app.addHook('preHandler', (request, reply, goOn) => {
    takeKey(request, reply, renewMs).then((isReplayed) => {
      if (!isReplayed) goOn()
    }, goOn)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    clearInterval(request.renewal)
    if (!request.claim) return
    const content_type = String(reply.getHeader('content-type'))
    try {
      if (reply.statusCode < 300 && typeof payload === 'string')
        await storeAnswer(request.ctx, request.claim, {
          status: reply.statusCode,
          content_type,
          body: request.atRest(payload),
        })
      else await releaseKey(request.ctx, request.claim)
    } catch (error) {
      // The effect and its answer are safe without this; a claim that stays is taken over later.
      request.log.warn({ request_id: request.id, err: error }, 'idempotency key not settled')
    }
  })
}

/** Takes the key of a write for this request. True when there is an answer, which is then sent. */
async function takeKey(request: FastifyRequest, reply: FastifyReply, renewMs: number): Promise<boolean> {
  if (!request.keyed) return false
  // Before the claim, which would stay for its whole lease if the organization's key can't be opened.
  const seal = await openSeal(request)
  const { claim, answer } = await claimKey(request.ctx, request.keyed.key, request.keyed.fingerprint)
  request.atRest = (text) => seal(text, answerPlace(claim))
  if (answer) {
    // What the first request was allowed, the caller of this one may no longer be.
    await requireRequestAccess(request.ctx, request, request.routeOptions.config)
    replay(request, reply, claim, await openAnswer(request, claim, answer))
    return true
  }
  request.claim = claim
  request.renewal = renewRegularly(request, claim, renewMs)
  request.ctx = {
    ...request.ctx,
    beforeCommit: (db, answer) =>
      storeEffect(db, claim, successOf(request), answer, subjectsOf(request.params, answer), request.atRest),
  }
  return false
}

/** Where an answer is stored: what was sealed for one key does not open at another. */
export const answerPlace = ({ org_id, subject, key }: Omit<Claim, 'claim_id'>): string =>
  `idempotency_keys/${JSON.stringify([org_id, subject, key])}`

const INSPECTION_FIELDS = ['inspection_id', 'earlier_inspection_id', 'later_inspection_id']

/** What an answer tells of: it goes when one of these inspections, or one behind these comparisons, is erased. */
function subjectsOf(params: unknown, answer: unknown): Subjects {
  const told = Object(answer)
  const idsOf = (fields: readonly string[]) =>
    [Object(params), told].flatMap((known) => fields.map((field) => known[field]))
  const inspections = idsOf(INSPECTION_FIELDS)
  if (told.object_type === 'INSPECTION') inspections.push(told.id)
  const distinct = (ids: unknown[]) => [
    ...new Set(ids.filter((id): id is string => typeof id === 'string' && isUuid(id))),
  ]
  return { inspections: distinct(inspections), comparisons: distinct(idsOf(['comparison_id'])) }
}

/** An answer that shows a secret is sealed as the secret itself is. */
const openSeal = async ({ ctx, routeOptions }: FastifyRequest): Promise<Seal> =>
  routeOptions.config.answersSecret ? ctx.keys.openSealer(ctx.org_id) : asItIs

const asItIs = (text: string): string => text

async function openAnswer(
  { ctx, routeOptions }: FastifyRequest,
  claim: Claim,
  answer: StoredAnswer,
): Promise<StoredAnswer> {
  if (!routeOptions.config.answersSecret) return answer
  return { ...answer, body: await ctx.keys.unseal(ctx.org_id, answer.body, answerPlace(claim)) }
}

/**
 * Ends with the answer and not with the connection: a client that hangs up is the one that repeats, while its first
 * request goes on.
 */
function renewRegularly({ ctx, id, log }: FastifyRequest, claim: Claim, periodMs: number): NodeJS.Timeout {
  let left = RENEWALS_MAX
  const timer = setInterval(async () => {
    try {
      const held = await renewKey(ctx, claim)
      if (!held || --left === 0) clearInterval(timer)
    } catch (error) {
      // The next turn tries again; without any the claim is taken over, and this request will have no effect.
      log.warn({ request_id: id, err: error }, 'idempotency key not renewed')
    }
  }, periodMs)
  return timer.unref()
}

function replay(request: FastifyRequest, reply: FastifyReply, claim: Claim, answer: StoredAnswer): void {
  reply.code(answer.status).header('idempotency-replayed', 'true')
  // The first request died between its effect and its answer: this is the first time the answer goes out.
  if (answer.content_type === null) request.claim = claim
  else reply.type(answer.content_type).serializer(() => answer.body)
  reply.send(JSON.parse(answer.body))
}

/** A write has one success code in its schema, so the answer's status is known before it is made. */
function successOf(request: FastifyRequest): number {
  const codes = Object.keys({ ...(request.routeOptions.schema?.response ?? {}) })
  return Number(codes.find((code) => /^2\d\d$/.test(code)) ?? 200)
}

function fingerprintOf(request: FastifyRequest): string {
  const { method, url, body, upload } = request
  const file = upload && [upload.fileKey, upload.file.sha256]
  return createHash('sha256')
    .update(canonicalJson([method, url, body, file]))
    .digest('hex')
}
