import { waitFor } from '../test/factories.ts'
import type { Service } from '../test/own-service.ts'
import type { hearNotifications } from './notifications.ts'
import type { Figures } from './recorded-counts.ts'
import { answered, type CountedRequest, createExample, REQUESTS } from './requests.ts'
import { isOfRequest, type Sent } from './sent-statements.ts'

export type Watched = {
  service: Service
  sent: Sent[]
  notifications: Awaited<ReturnType<typeof hearNotifications>>
}

export const isAudit = ({ text, hasEnded }: Sent): boolean =>
  hasEnded && text.includes('"append_audit_entries"(')
const names = ({ values }: Sent, requestId: string) => `${values[1]}`.includes(requestId)

/** Sends a request and waits for everything it has asked of the database, its entry in the audit included. */
async function countRequest(
  { service, sent, notifications }: Watched,
  { method, path, call, isAudited = true }: CountedRequest,
): Promise<{ figures: Figures; statements: Sent[] }> {
  await notifications.take()
  const from = sent.length
  const requestId = `counts-${from}`
  const headers = { ...call?.headers, 'x-request-id': requestId }
  answered(await service.call(method, path, { ...call, headers }), path)
  const own = () => sent.slice(from).filter(isOfRequest)
  await waitFor('the audit', async () => {
    const isRecorded = own().some((one) => isAudit(one) && names(one, requestId))
    return (isRecorded || !isAudited) && own().every(({ hasEnded }) => hasEnded)
  })
  const statements = own()
  const audit = statements.filter(isAudit)
  const figures = {
    round_trips: statements.length - audit.length,
    and_of_the_audit: audit.length,
    statements: statements.reduce((sum, one) => sum + one.statements, 0),
    transactions: statements.filter(({ endedTransaction }) => endedTransaction).length,
    notifications: (await notifications.take()).length,
  }
  return { figures, statements }
}

export async function countRequests(watched: Watched) {
  const { service } = watched
  // A process and its connections look at some things once, and keep them.
  await forEachRequest(service, async (_name, { method, path, call }) =>
    answered(await service.call(method, path, call), path),
  )
  const counts: Record<string, Figures> = {}
  const statements: Record<string, Sent[]> = {}
  await forEachRequest(service, async (name, request) => {
    // Entries of the requests before would come in the same statement as those of this one, or in one between.
    await settle(watched)
    const counted = await countRequest(watched, request)
    counts[name] = counted.figures
    statements[name] = counted.statements
  })
  return { counts, statements }
}

async function forEachRequest(
  service: Service,
  work: (name: string, request: CountedRequest) => Promise<unknown>,
): Promise<void> {
  const example = await createExample(service)
  for (const [name, prepare] of Object.entries(REQUESTS)) await work(name, await prepare(service, example))
}

/** Until nothing is left to be recorded: a read is recorded soon after it was answered, or with the next change. */
export async function settle({ service, sent }: Watched): Promise<void> {
  const requestId = `settle-${sent.length}`
  await service.call('POST', '/events/tickets', { json: {}, headers: { 'x-request-id': requestId } })
  await waitFor('the audit of what was before', async () =>
    sent.some((one) => isAudit(one) && names(one, requestId)),
  )
}

/** What the process that tells clients of events asks, without and with news. */
export async function countBackground({ service, sent }: Watched): Promise<Record<string, Figures>> {
  const countLook = async (): Promise<Figures> => {
    const from = sent.length
    await service.hub.catchUp()
    const looks = sent.slice(from).filter(({ text }) => /"(publish_events|published_events)"\(/.test(text))
    return { round_trips: looks.length, transactions: looks.filter((one) => one.endedTransaction).length }
  }
  await service.hub.catchUp()
  const idle = await countLook()
  await createExample(service)
  return { 'a look for events': idle, 'a look that finds some': await countLook() }
}
