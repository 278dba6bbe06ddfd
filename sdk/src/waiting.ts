import type { Task } from './api-types.ts'
import { type Answered, answerOf, at } from './call.ts'
import type { Client } from './client.ts'
import { WalkaroundError } from './errors.ts'
import { type Answer, type CallOptions, exchange } from './exchange.ts'
import { pause } from './retry.ts'

export type WaitOptions = CallOptions & {
  /** Called whenever the service was asked and the end is not there yet. */
  onTask?: (task: Task) => void
}

/** How long the service is asked to hold its answer back (RFC 7240); it takes less where it must. */
const WAIT_S = 10
/** Between two questions, where the service does not say. */
const POLL_S = 2
const OVER = new Set(['DONE', 'VALIDATED'])

/** The task once it is done. One that ends in ERROR is thrown as `task_failed`. Give a signal to stop waiting. */
export async function waitForTask(
  client: Client,
  inspectionId: string,
  taskName: string,
  options: WaitOptions = {},
): Promise<Answered<string>> {
  const path = at`/v1/inspections/${inspectionId}/tasks/${taskName}`
  for (;;) {
    const read = await ask(client, path, options)
    const answer = await answerOf<Answered<string>>(read)
    const task = answer.entities.tasks[answer.result]
    if (task && OVER.has(task.status ?? '')) return answer
    if (task?.status === 'ERROR') throw failureOf(answer, taskName)
    if (task) options.onTask?.(task)
    await pause(delayMs(read), options.signal)
  }
}

/** The report once it is made. One that cannot be made is thrown as `report_failed`. */
export async function waitForReport(
  client: Client,
  inspectionId: string,
  options: CallOptions = {},
): Promise<Answered<string>> {
  return waitForPdf(client, at`/v1/inspections/${inspectionId}/pdf`, options)
}

/** The same for the report of a comparison. */
export async function waitForComparisonReport(
  client: Client,
  comparisonId: string,
  options: CallOptions = {},
): Promise<Answered<string>> {
  return waitForPdf(client, at`/v1/comparisons/${comparisonId}/pdf`, options)
}

async function waitForPdf(client: Client, path: string, options: CallOptions): Promise<Answered<string>> {
  for (;;) {
    try {
      return await answerOf(await ask(client, path, options))
    } catch (error) {
      if (!(error instanceof WalkaroundError) || error.code !== 'report_not_ready') throw error
      await pause((error.retryAfterS ?? POLL_S) * 1000, options.signal)
    }
  }
}

/** The comparison once it is made. One that cannot be made is thrown as `comparison_failed`. */
export async function waitForComparison(
  client: Client,
  comparisonId: string,
  options: CallOptions = {},
): Promise<Answered<string>> {
  for (;;) {
    const read = await ask(client, at`/v1/comparisons/${comparisonId}`, options)
    const answer = await answerOf<Answered<string>>(read)
    const { status, error } = answer.entities.comparisons?.[answer.result] ?? {}
    if (status === 'DONE') return answer
    if (status === 'ERROR')
      throw new WalkaroundError({ code: 'comparison_failed', message: error ?? 'The comparison failed' })
    await pause(delayMs(read), options.signal)
  }
}

/** The erasure once nothing is left, with its receipt. */
export async function waitForErasure(
  client: Client,
  erasureId: string,
  options: CallOptions = {},
): Promise<Answered<string>> {
  for (;;) {
    const read = await ask(client, at`/v1/erasures/${erasureId}`, options)
    const answer = await answerOf<Answered<string>>(read)
    if (answer.entities.erasures?.[answer.result]?.status === 'DONE') return answer
    await pause(delayMs(read), options.signal)
  }
}

function ask(client: Client, path: string, options: CallOptions): Promise<Answer> {
  const headers = { prefer: `wait=${WAIT_S}`, ...options.headers }
  return exchange(client, { method: 'GET', path }, { ...options, headers })
}

/** A service that has waited already answers when there is news; a short rest is enough then. */
function delayMs({ header }: Answer): number {
  if (/\bwait\b/.test(header('preference-applied') ?? '')) return 200
  return (Number(header('retry-after')) || POLL_S) * 1000
}

function failureOf({ entities, result }: Answered<string>, taskName: string): WalkaroundError {
  const errors = (entities.tasks[result]?.errorMessages ?? []).map((id) => ({
    field: taskName,
    message: entities.errorMessages[id]?.message ?? '',
  }))
  const reason = errors.at(-1)?.message
  return new WalkaroundError({
    code: 'task_failed',
    message: `The task ${taskName} ended in ERROR${reason ? `: ${reason}` : ''}`,
    errors,
  })
}
