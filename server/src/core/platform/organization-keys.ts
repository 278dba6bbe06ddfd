import { randomBytes } from 'node:crypto'
import { KEY_BYTES, type KeyWrapper } from './key-wrapper.ts'
import type { ObjectKey } from './object-cipher.ts'
import { deriveKey, sealingKeyIdOf, sealWith, unsealWith } from './sealing.ts'
import { uuidv7 } from './uuid.ts'

/** `wrapped` is null once the key was destroyed. */
export type KeyRow = { id: string; wrapped: string | null; is_current: boolean }

/** Where the keys of organizations lie. */
export type KeyRows = {
  list: (orgId: string) => Promise<KeyRow[]>
  /** Of two at once, the second makes none. Absent where nothing may be written. */
  insert?: (orgId: string, key: { id: string; wrapped: string }) => Promise<void>
}

export type Seal = (text: string, place: string) => string

export type KeyOptions = {
  rows: KeyRows
  wrapper: KeyWrapper
  /** For so long a key that was destroyed or replaced may still be used. */
  cacheMs: number
  nowMs: () => number
}

type Opened = { key: Buffer; wrapped: string } | { isDestroyed: true } | { error: unknown }
type Entry = { keys: Map<string, Opened>; current: ObjectKey | null; readMs: number }

const ORGANIZATIONS_MAX = 1_000

/** What was encrypted cannot be read here: its key is gone, or not ours. */
export class KeyMissing extends Error {
  override name = 'KeyMissing'
}

/** The organization never had this key, as far as the database knows. */
export class KeyUnknown extends KeyMissing {
  override name = 'KeyUnknown'
}

/**
 * The keys of organizations, as one process knows them: for some seconds, so that a new one is used and a destroyed one
 * is forgotten without a restart. Never ask inside a transaction: this takes a connection of its own.
 */
export class OrganizationKeys {
  readonly #options: KeyOptions
  readonly #entries = new Map<string, Entry>()
  readonly #reading = new Map<string, Promise<Entry>>()

  constructor(options: KeyOptions) {
    this.#options = options
  }

  /** The key that encrypts now. Null where none may be made: an organization that has stored nothing, or whose keys were destroyed. */
  async current(orgId: string): Promise<ObjectKey | null> {
    return (await this.#entryOf(orgId)).current
  }

  /** A key that has encrypted something; null once it was destroyed. */
  async find(orgId: string, id: string): Promise<ObjectKey | null> {
    const known = (await this.#entryOf(orgId)).keys.get(id)
    const found = known ?? (await this.#read(orgId)).keys.get(id)
    if (!found) throw new KeyUnknown(`the organization has no key ${id}: was an older database restored?`)
    if ('error' in found)
      throw new KeyMissing(`the key ${id} of the organization cannot be opened`, { cause: found.error })
    return 'key' in found ? { id, key: found.key } : null
  }

  /** Seals texts with the organization's key. Ask for it before a transaction and use it inside. */
  async openSealer(orgId: string): Promise<Seal> {
    const current = await this.current(orgId)
    if (!current) throw new KeyMissing(`${orgId} has no key`)
    const key = sealingKeyOf(current)
    return (text, place) => sealWith(key, text, place)
  }

  /** Throws `KeyMissing` when the key is gone, the text was changed, or it was sealed for another place. */
  async unseal(orgId: string, sealed: string, place: string): Promise<string> {
    const id = sealingKeyIdOf(sealed)
    const key = await this.find(orgId, id)
    if (!key) throw new KeyMissing(`the key ${id} of the organization was destroyed`)
    try {
      return unsealWith(sealingKeyOf(key), sealed, place)
    } catch (error) {
      throw new KeyMissing(`what is sealed for ${place} cannot be opened: ${Object(error).message}`, {
        cause: error,
      })
    }
  }

  async #entryOf(orgId: string): Promise<Entry> {
    const entry = this.#entries.get(orgId)
    if (entry && this.#options.nowMs() - entry.readMs < this.#options.cacheMs) return entry
    return this.#read(orgId)
  }

  /** One question at a time for an organization, however many wait for the answer. */
  #read(orgId: string): Promise<Entry> {
    const asked = this.#reading.get(orgId)
    if (asked) return asked
    const reading = this.#readRows(orgId).finally(() => this.#reading.delete(orgId))
    this.#reading.set(orgId, reading)
    return reading
  }

  async #readRows(orgId: string): Promise<Entry> {
    const { rows, wrapper, nowMs } = this.#options
    // Counted from before the question: what changes meanwhile is seen in time.
    const readMs = nowMs()
    let found = await rows.list(orgId)
    if (rows.insert && !found.some(({ is_current }) => is_current)) {
      await rows.insert(orgId, await newKey(wrapper, orgId))
      found = await rows.list(orgId)
    }
    const known = this.#entries.get(orgId)?.keys
    const keys = new Map<string, Opened>()
    await Promise.all(
      found.map(async (row) => keys.set(row.id, await openKey(wrapper, orgId, row, known?.get(row.id)))),
    )
    const id = found.find(({ is_current }) => is_current)?.id
    const opened = id === undefined ? undefined : keys.get(id)
    if (opened && 'error' in opened) throw new KeyMissing(String(opened.error), { cause: opened.error })
    const current = id !== undefined && opened && 'key' in opened ? { id, key: opened.key } : null
    return this.#keep(orgId, { keys, current, readMs })
  }

  #keep(orgId: string, entry: Entry): Entry {
    this.#entries.delete(orgId)
    this.#entries.set(orgId, entry)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > ORGANIZATIONS_MAX && !oldest.done) this.#entries.delete(oldest.value)
    return entry
  }
}

/** What texts are sealed with is not what objects are encrypted with. */
const sealingKeyOf = ({ id, key }: ObjectKey) => ({ id, key: deriveKey(key, 'walkaround texts') })

/** It may take a program, and the network: never make one inside a transaction. */
export async function newKey(wrapper: KeyWrapper, orgId: string): Promise<{ id: string; wrapped: string }> {
  const id = uuidv7()
  try {
    return { id, wrapped: await wrapper.wrap(orgId, id, randomBytes(KEY_BYTES)) }
  } catch (error) {
    throw new KeyMissing(String(error), { cause: error })
  }
}

async function openKey(
  wrapper: KeyWrapper,
  orgId: string,
  { id, wrapped }: KeyRow,
  known: Opened | undefined,
): Promise<Opened> {
  if (wrapped === null) return { isDestroyed: true }
  // What wraps may be a program, or far away: it is asked once.
  if (known && 'key' in known && known.wrapped === wrapped) return known
  try {
    return { key: await wrapper.unwrap(orgId, id, wrapped), wrapped }
  } catch (error) {
    return { error }
  }
}
