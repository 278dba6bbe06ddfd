import { WalkaroundError } from '@walkaround/sdk'

/** What a script can tell apart. A code is never given another meaning. */
export const EXIT = {
  ok: { code: 0, means: 'it is done' },
  failed: { code: 1, means: 'something else went wrong, or `doctor` found a fault' },
  usage: { code: 2, means: 'the command line is wrong' },
  access: { code: 3, means: 'signed out, token expired, or a permission is missing' },
  missing: { code: 4, means: 'there is no such thing, or you may not see it' },
  refused: { code: 5, means: 'the service refused: a field is wrong, or the state does not allow it' },
  unreachable: { code: 6, means: 'the service or the issuer cannot be reached; try again later' },
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
    return 'Try again, or ask `walkaround doctor` what is wrong.'
  if (code === 'answer_unreadable')
    return 'Something between here and the service answered. Check the address with `walkaround doctor`.'
  if (status === 401) return 'Run `walkaround login`, or set WALKAROUND_TOKEN to a token that is still valid.'
  if (status === 403)
    return typeof problem.permission === 'string'
      ? `Ask for the permission ${problem.permission}. \`walkaround whoami\` shows which ones you have.`
      : 'See which permissions you have: `walkaround whoami`.'
  if (code === 'task_failed')
    return 'Start it again with `walkaround tasks start`, or let a person finish it.'
  if (status === 404) return 'Check the id: `walkaround inspections list` shows what you can see.'
  return typeof problem.type === 'string' && problem.type.startsWith('http')
    ? `See ${problem.type}`
    : undefined
}

/** The reason of a failed `fetch` stands in its causes. */
function whyUnreachable(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? String(error.code) : ''
    if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME/.test(code))
      return `The certificate is not trusted (${code}). Name your authority in NODE_EXTRA_CA_CERTS.`
    if (code === 'ECONNREFUSED')
      return 'Nothing listens there. Check WALKAROUND_URL and that the service runs.'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name is not known. Check WALKAROUND_URL.'
  }
  return 'Check the connection, or ask `walkaround doctor` what is wrong.'
}
