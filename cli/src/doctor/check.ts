/** What was looked at, how it is, and what to do. */
export type Check = {
  name: string
  state: 'ok' | 'warning' | 'fault' | 'skipped'
  says: string
  fix?: string
}

export const ok = (name: string, says: string): Check => ({ name, state: 'ok', says })
export const skip = (name: string, says: string): Check => ({ name, state: 'skipped', says })
export const warn = (name: string, says: string, fix: string): Check => ({
  name,
  state: 'warning',
  says,
  fix,
})
export const fault = (name: string, says: string, fix: string): Check => ({ name, state: 'fault', says, fix })

const TIMEOUT_MS = 10_000

/** An answer, or why there is none. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response | Error> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...init })
  } catch (error) {
    if (!(error instanceof Error)) return new Error(String(error))
    return error.cause instanceof Error ? error.cause : error
  }
}

/** Whether a name means this machine, where TLS protects nothing. */
export function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname)
}

/** The JSON object of an answer; empty where something else came, such as a page of a proxy. */
export async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  const value: unknown = await answer.json().catch(() => null)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
