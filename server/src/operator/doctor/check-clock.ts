import { type Check, fault, ok, reasonOf, skip, warn } from './check.ts'

const WARN_S = 5
/** Tokens are accepted within a minute, and the object store refuses signatures that are a quarter of an hour off. */
const FAULT_S = 30

/** Compares the clock of this machine with another one. */
export async function checkClock(whose: string, read: () => Promise<number>): Promise<Check> {
  const name = `clock of ${whose}`
  const fix = 'Synchronize the clocks of both machines (chrony, systemd-timesyncd).'
  try {
    const askedMs = Date.now()
    const told = await read()
    if (!Number.isFinite(told)) return skip(name, 'the response does not say the time')
    const skewS = Math.round((told - (askedMs + Date.now()) / 2) / 1000)
    const says = `${Math.abs(skewS)} s ${skewS < 0 ? 'behind' : 'ahead of'} this machine's`
    if (Math.abs(skewS) > FAULT_S) return fault(name, says, fix)
    if (Math.abs(skewS) > WARN_S) return warn(name, says, fix)
    return ok(name, `within ${WARN_S} s of this machine's`)
  } catch (error) {
    return skip(name, `no response: ${reasonOf(error)}`)
  }
}

/** The time that a web server says in its responses. */
export async function readServerTime(url: string): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  await answer.body?.cancel()
  return Date.parse(answer.headers.get('date') ?? '')
}
