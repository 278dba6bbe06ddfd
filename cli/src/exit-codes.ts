import { WalkaroundError } from '@walkaround/sdk'

/** What a script can tell apart. A code is never given another meaning. */
export const EXIT = {
  ok: { code: 0, means: 'success' },
  failed: { code: 1, means: 'another error, or `doctor` found a fault' },
  usage: { code: 2, means: 'invalid command line' },
  access: { code: 3, means: 'not signed in, token expired, or permission missing' },
  missing: { code: 4, means: 'not found, or you have no access' },
  refused: { code: 5, means: 'request refused: a field is invalid, or the current state does not allow it' },
  unreachable: { code: 6, means: 'service or issuer unreachable; try again later' },
  unfinished: { code: 7, means: 'a task or a report ended in ERROR' },
  interrupted: { code: 130, means: 'Ctrl-C' },
} as const

export type Ending = keyof typeof EXIT

/** A failure that says what to do about it. */
export class Failure extends Error {
  readonly ending: Ending
  readonly fix: string | undefined

  constructor(ending: Ending, message: string, fix?: string) {
    super(message)
    this.ending = ending
    this.fix = fix
  }
}

/** Ctrl-C. */
export class Interrupted extends Error {}

export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Interrupted) return new Failure('interrupted', 'Stopped.')
  if (error instanceof WalkaroundError) return ofService(error)
  return new Failure('failed', error instanceof Error ? error.message : String(error))
}

function ofService(error: WalkaroundError): Failure {
  const fields = error.errors.map(({ field, message }) => `\n  ${field}: ${message}`).join('')
  const request = error.requestId ? `\n  request ${error.requestId}, code ${error.code}` : ''
  return new Failure(endingOf(error), `${error.message}${fields}${request}`, fixOf(error))
}

function endingOf({ code, status = 0 }: WalkaroundError): Ending {
  if (code === 'task_failed' || code === 'report_failed') return 'unfinished'
  if (status === 401 || status === 403) return 'access'
  if (status === 404) return 'missing'
  if (status >= 500 || ['network_failed', 'timed_out', 'answer_unreadable'].includes(code))
    return 'unreachable'
  return status >= 400 ? 'refused' : 'failed'
}

function fixOf(error: WalkaroundError): string | undefined {
  const { code, status, problem } = error
  if (code === 'network_failed') return whyUnreachable(error.cause)
  if (code === 'timed_out' || (status ?? 0) >= 500)
    return 'Try again, or run `walkaround doctor` to find the cause.'
  if (code === 'answer_unreadable')
    return 'The answer did not come from the service, but perhaps from a proxy. Check the URL with `walkaround doctor`.'
  if (status === 401) return 'Run `walkaround login`, or set WALKAROUND_TOKEN to a token that is still valid.'
  if (status === 403)
    return typeof problem.permission === 'string'
      ? `Ask your administrator for the permission ${problem.permission}. \`walkaround whoami\` lists the ones you have.`
      : 'Run `walkaround whoami` to see your permissions.'
  if (code === 'task_failed')
    return 'Start the task again with `walkaround tasks start`, or finish it in the console.'
  if (status === 404) return 'Check the ID. `walkaround inspections list` shows your inspections.'
  return typeof problem.type === 'string' && problem.type.startsWith('http')
    ? `See ${problem.type}`
    : undefined
}

/** The reason of a failed `fetch` stands in its causes. */
function whyUnreachable(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? String(error.code) : ''
    if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME/.test(code))
      return `The certificate is not trusted (${code}). Add your certificate authority in NODE_EXTRA_CA_CERTS.`
    if (code === 'ECONNREFUSED')
      return 'The connection was refused. Check WALKAROUND_URL and that the service is running.'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return 'The host name could not be resolved. Check WALKAROUND_URL.'
  }
  return 'Check your connection, or run `walkaround doctor` to find the cause.'
}
