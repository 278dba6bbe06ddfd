/** So many wait, or this one has waited so long, that its client is better served by trying again. */
export class GateFull extends Error {
  readonly gate: string
  constructor(gate: string) {
    super(`too much waits for ${gate}`)
    this.gate = gate
  }
}

/** Whoever waited has gone away; nobody is left to answer. */
export class GateLeft extends Error {}

export type FairGateOptions = {
  /** Names the scarce thing, for logs and metrics. */
  name: string
  /** How much of the scarce thing there is: pieces of work at once, or bytes. */
  capacity: number
  /** How much of it one organization may hold, however little the others want. */
  share: number
  /** How many may wait, of one organization and of all. */
  waitingShare: number
  waitingMax: number
  waitMsMax: number
}

export type Entry = {
  /** How much of the capacity it takes; 1 when left out. */
  cost?: number
  /** Takes the place of the gate's own share. */
  share?: number
  /** Whoever waits goes away: the place is not taken. */
  signal?: AbortSignal
}

/** Gives the place back. Calling it again does nothing. */
export type Leave = () => void

export type FairGate = {
  enter: (organization: string, entry?: Entry) => Promise<Leave>
  run: <T>(organization: string, work: () => Promise<T>, entry?: Entry) => Promise<T>
  name: string
  /** How much is in use, how many wait, and how many were told to try again. */
  state: () => { used: number; waiting: number; refused: number }
  /** How much of a share each of the organizations that hold most has in use, the largest first. */
  largestShares: (count: number) => number[]
}

type Waiting = { cost: number; share: number; go: () => void }
type Organization = { used: number; waiting: Set<Waiting> }

/**
 * Stands before something scarce that all organizations use. Organizations that wait take turns, each in the order in
 * which its requests came, and none holds more than its share: a flood from one makes that one wait, not the others.
 */
export function createFairGate(options: FairGateOptions): FairGate {
  const { name, capacity } = options
  // A Map keeps its order: whoever was served last stands at the end.
  const organizations = new Map<string, Organization>()
  let used = 0
  let waitingCount = 0
  let refused = 0
  // Somebody whose turn has come waits for room; smaller requests of others must not pass for ever.
  let isBlocked = false

  // What is larger than the whole share passes when it is alone; it would wait for ever otherwise.
  const fits = (inUse: number, cost: number, limit: number) => inUse === 0 || inUse + cost <= limit

  function take(key: string, organization: Organization, cost: number): Leave {
    used += cost
    organization.used += cost
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      used -= cost
      organization.used -= cost
      forget(key, organization)
      admitWaiting()
    }
  }

  function forget(key: string, organization: Organization): void {
    if (organization.used === 0 && organization.waiting.size === 0) organizations.delete(key)
  }

  function admitWaiting(): void {
    while (admitNext());
  }

  function admitNext(): boolean {
    isBlocked = false
    if (waitingCount === 0) return false
    for (const [key, organization] of organizations) {
      const [first] = organization.waiting
      if (!first || !fits(organization.used, first.cost, first.share)) continue
      isBlocked = !fits(used, first.cost, capacity)
      if (isBlocked) return false
      organizations.delete(key)
      organizations.set(key, organization)
      first.go()
      return true
    }
    return false
  }

  async function enter(key: string, entry: Entry = {}): Promise<Leave> {
    const { cost = 1, share = options.share, signal } = entry
    if (signal?.aborted) throw new GateLeft()
    const organization = organizations.get(key) ?? { used: 0, waiting: new Set<Waiting>() }
    organizations.set(key, organization)
    const isFirst = !isBlocked && organization.waiting.size === 0
    if (isFirst && fits(organization.used, cost, share) && fits(used, cost, capacity))
      return take(key, organization, cost)
    if (waitingCount >= options.waitingMax || organization.waiting.size >= options.waitingShare) {
      forget(key, organization)
      refused++
      throw new GateFull(name)
    }
    return new Promise<Leave>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', goAway)
        organization.waiting.delete(waiting)
        waitingCount--
      }
      const giveUp = (error: Error) => {
        end()
        forget(key, organization)
        reject(error)
        // It may have stood before a smaller one that fits.
        admitWaiting()
      }
      const goAway = () => giveUp(new GateLeft())
      const timer = setTimeout(() => {
        refused++
        giveUp(new GateFull(name))
      }, options.waitMsMax)
      const go = () => {
        end()
        resolve(take(key, organization, cost))
      }
      const waiting: Waiting = { cost, share, go }
      organization.waiting.add(waiting)
      waitingCount++
      signal?.addEventListener('abort', goAway, { once: true })
      admitWaiting()
    })
  }

  return {
    name,
    enter,
    run: async (key, work, entry) => {
      const leave = await enter(key, entry)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    state: () => ({ used, waiting: waitingCount, refused }),
    largestShares: (count) =>
      [...organizations.values()]
        .map((organization) => organization.used / options.share)
        .sort((a, b) => b - a)
        .slice(0, count),
  }
}
