import { createDeviceKey, type DeviceKey, type GetCaptureBeside } from '@walkaround/sdk'
import { answerOf, inTransaction } from './database.ts'

export type Capture = GetCaptureBeside
export type CaptureStep = Capture['steps'][number]

/** Why a link no longer works. */
export type LinkEnd = { code: string; expiresAt: string | null; usesMax: number | null }

/** What the person says stands on a photo, kept until the service knows it. */
export type Told = { imageId: string; value: string; unit: 'km' | 'miles' | null; isSent: boolean }

/** One capture link on this device, with all that is needed to go on without a signal. */
export type Walk = {
  id: string
  secret: string
  key: DeviceKey
  inspectionId: string | null
  capture: Capture | null
  consentedAtMs: number | null
  sharesLocation: boolean
  /** Optional steps that the person left out. */
  skipped: string[]
  /** By step. */
  told: Record<string, Told>
  wantsFinish: boolean
  /** Steps that the service still misses, told when it refused to finish. */
  refusedFor: string[]
  finished: { at: string; photos: number; damages: number } | null
  end: LinkEnd | null
}

/** What the walk of a link is called on this device: not the secret itself, which stands in no other place. */
export async function walkIdOf(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The walk of a link. The device's key is on the disk before the service hears of it; two tabs share one. */
export async function openWalk(secret: string): Promise<Walk> {
  const id = await walkIdOf(secret)
  const known = await readWalk(id)
  if (known) return known
  const key = await createDeviceKey()
  const fresh: Walk = { ...EMPTY, id, secret, key }
  return inTransaction(['walks'], 'readwrite', async (store) => {
    const other = await answerOf<Walk | undefined>(store('walks').get(id))
    if (!other) store('walks').put(fresh)
    return other ?? fresh
  })
}

const EMPTY = {
  inspectionId: null,
  capture: null,
  consentedAtMs: null,
  sharesLocation: false,
  skipped: [],
  told: {},
  wantsFinish: false,
  refusedFor: [],
  finished: null,
  end: null,
} satisfies Omit<Walk, 'id' | 'secret' | 'key'>

/** The same link once more, from the beginning: a reusable link is for the next vehicle. */
export const restartWalk = (id: string) => updateWalk(id, () => EMPTY)

export function readWalk(id: string): Promise<Walk | undefined> {
  return inTransaction(['walks'], 'readonly', (store) => answerOf<Walk | undefined>(store('walks').get(id)))
}

export function listWalks(): Promise<Walk[]> {
  return inTransaction(['walks'], 'readonly', (store) => answerOf<Walk[]>(store('walks').getAll()))
}

/** Reads and writes in one transaction: another tab may write, too. */
export function updateWalk(id: string, change: (walk: Walk) => Partial<Walk>): Promise<Walk | undefined> {
  return inTransaction(['walks'], 'readwrite', (store) => changeWalk(store('walks'), id, change))
}

export async function changeWalk(
  walks: IDBObjectStore,
  id: string,
  change: (walk: Walk) => Partial<Walk>,
): Promise<Walk | undefined> {
  const walk = await answerOf<Walk | undefined>(walks.get(id))
  if (!walk) return undefined
  const next = { ...walk, ...change(walk) }
  walks.put(next)
  return next
}
