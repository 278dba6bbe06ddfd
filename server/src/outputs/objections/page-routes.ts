import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem, type ProblemCode } from '../../core/contracts/problems.ts'
import { Closed } from '../../core/contracts/schema.ts'
import { formPolicy } from '../../core/pages/page.ts'
import type { App } from '../../core/platform/app.ts'
import type { ContextParts } from '../../core/platform/context.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import type { Log } from '../../core/platform/log.ts'
import type { Decoding } from '../../inspection/images/store-picture.ts'
import { createObjection } from './create-objection.ts'
import { contextOfLink, hasSession, openPage, requireOpenLink } from './open-page.ts'
import { codePage, type Draft, type Failure, messagePage } from './page-html.ts'
import { readContest, renderContest } from './read-contest.ts'

type Parts = ContextParts & { decoding: Decoding; log: Log; gate: FairGate }
type Params = { objection_link_id: string }

const COOKIE = 'objection'
const Code = Closed({ code: Type.String({ maxLength: 100 }) })
const Sent = Closed({
  form_id: Type.String({ maxLength: 100 }),
  about: Type.String({ maxLength: 100 }),
  text: Type.String({ maxLength: 10_000 }),
})

/** How each refusal is told; everything else is a failure of ours. */
const FAILURES: Partial<Record<ProblemCode, Failure>> = {
  not_found: 'gone',
  objection_link_ended: 'ended',
  objection_code_wrong: 'wrong',
  objection_code_locked: 'locked',
  objection_subject_unknown: 'changed',
  request_invalid: 'text_wrong',
  limit_reached: 'full',
  image_unsupported: 'picture_wrong',
  image_corrupt: 'picture_wrong',
  image_too_many_pixels: 'picture_large',
  image_too_large: 'picture_large',
  multipart_malformed: 'picture_large',
}
const ENDINGS: readonly Failure[] = ['gone', 'ended']

/** First of all hooks: whose page it is. Browsers send no keys, and what a form does may be repeated anyway. */
export function actAsObjectionLink(app: App, parts: ContextParts, log: Log): void {
  app.addHook('onRequest', async (request) => {
    delete request.raw.headers['idempotency-key']
    // Every route of this scope has it.
    const { objection_link_id } = request.params as Params
    request.ctx = await contextOfLink(parts, log, objection_link_id, request.id)
  })
}

/** The pages on which people without an account see the evidence and object. Plain forms: they work on any phone. */
export function objectionPageRoutes(app: App, { decoding, gate, ...parts }: Parts): void {
  const policy = formPolicy(parts.config.PUBLIC_URL)
  const isSecure = parts.config.PUBLIC_URL.startsWith('https:')
  const hidden = { hide: true }
  const forms = { config: { access: {}, upload: 'form' as const } }
  app.addHook('onRequest', async (request) => refuseOtherSites(request))

  app.get<{ Params: Params }>(
    '/contest/:objection_link_id',
    { schema: { ...hidden, operationId: 'getContest' } },
    async (request, reply) => {
      const { ctx, params } = request
      const link = await requireOpenLink(ctx, params.objection_link_id)
      if (!(await hasSession(ctx, link.id, tokenOf(request))))
        return sendPage(reply, policy, codePage(link.language, pathOf(link.id)))
      return sendPage(reply, policy, renderContest(ctx, await readContest(ctx, link)))
    },
  )

  app.post<{ Params: Params; Body: { code: string } }>(
    '/contest/:objection_link_id',
    { ...forms, schema: { ...hidden, operationId: 'openContest', body: Code } },
    async (request, reply) => {
      const { objection_link_id } = request.params
      const token = await gate.run(request.ip, () =>
        openPage(request.ctx, objection_link_id, request.body.code),
      )
      const path = pathOf(objection_link_id)
      const flags = `Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
      reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${parts.config.OBJECTION_SESSION_S}; ${flags}`)
      return redirect(reply, path)
    },
  )

  app.post<{ Params: Params; Body: Draft & { form_id: string } }>(
    '/contest/:objection_link_id/objections',
    {
      ...forms,
      schema: { ...hidden, operationId: 'createObjection', body: Sent },
      // Before the body is read: who has not entered the code sends nothing.
      onRequest: async (request, reply) => {
        const link = await requireOpenLink(request.ctx, request.params.objection_link_id)
        if (!(await hasSession(request.ctx, link.id, tokenOf(request))))
          return redirect(reply, pathOf(link.id))
      },
    },
    async ({ ctx, params, body, pictures }, reply) => {
      const link = await requireOpenLink(ctx, params.objection_link_id)
      const contest = await readContest(ctx, link)
      try {
        await createObjection(ctx, decoding, contest, body, pictures ?? [])
      } catch (error) {
        // Shown with what the person wrote: nobody writes it twice.
        const failure = failureOf(error)
        if (failure === null || ENDINGS.includes(failure)) throw error
        return sendPage(reply.code(422), policy, renderContest(ctx, contest, { failure, draft: body }))
      }
      return redirect(reply, `${pathOf(link.id)}#objections`)
    },
  )

  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error)
    if (failure === null) request.log.error({ request_id: request.id, err: error }, 'page failed')
    const { objection_link_id } = request.params as Params
    const link = request.ctx ? await requireOpenLink(request.ctx, objection_link_id).catch(() => null) : null
    const language = link?.language ?? 'en'
    const text = failure ?? 'failed'
    reply.code(statusOf(failure))
    const page = link ? codePage(language, pathOf(link.id), text) : messagePage(language, text)
    return sendPage(reply, policy, page)
  })
}

const pathOf = (linkId: string) => `/contest/${linkId}`
const redirect = (reply: FastifyReply, path: string) =>
  reply.headers({ 'cache-control': 'no-store' }).redirect(path, 303)

const failureOf = (error: unknown): Failure | null =>
  error instanceof Problem ? (FAILURES[error.code] ?? null) : null

const STATUSES: Partial<Record<Failure, number>> = { gone: 404, ended: 410, locked: 429 }
const statusOf = (failure: Failure | null) => (failure ? (STATUSES[failure] ?? 422) : 503)

/** Neither a cache nor a page that is opened from here learns the address. */
function sendPage(reply: FastifyReply, policy: string, page: string) {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Cookies of this page go with none of their requests; this also holds for old browsers. */
function refuseOtherSites({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (method === 'POST' && site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem('not_found')
}

function tokenOf({ headers }: FastifyRequest): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? null
}
