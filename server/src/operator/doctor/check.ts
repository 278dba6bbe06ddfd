/** What was examined, how it is, and what to do about it. */
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

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  // A connection that was refused at every address has an empty message.
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

/** Whether an address is of this machine, where nobody listens in. */
export const isLoopback = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
