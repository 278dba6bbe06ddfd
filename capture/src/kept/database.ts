/** Shots without their pictures, so that a list of them stays small. */
type Store = 'walks' | 'shots' | 'pictures'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('walkaround-capture', 1)
    request.onupgradeneeded = () => {
      const database = request.result
      database.createObjectStore('walks', { keyPath: 'id' })
      database
        .createObjectStore('shots', { keyPath: 'number', autoIncrement: true })
        .createIndex('walkId', 'walkId')
      database.createObjectStore('pictures')
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      // The browser closes it when storage is cleared: the next call opens it again.
      request.result.onclose = () => {
        opened = undefined
      }
      resolve(request.result)
    }
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function begin(stores: Store[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  const options: IDBTransactionOptions = { durability: mode === 'readwrite' ? 'strict' : 'default' }
  try {
    return (await open()).transaction(stores, mode, options)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    // Safari loses the connection of a page in the background, and does not say so.
    opened = undefined
    return (await open()).transaction(stores, mode, options)
  }
}

/**
 * Runs `work` in one transaction: all of it is on the disk when the promise resolves, or none of it. `work` must not wait
 * for anything but its own requests.
 */
export async function inTransaction<T>(
  stores: Store[],
  mode: IDBTransactionMode,
  work: (store: (name: Store) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  const transaction = await begin(stores, mode)
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })
  ended.catch(() => {})
  try {
    const result = await work((name) => transaction.objectStore(name))
    await ended
    return result
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It has ended by itself, and its error says more.
      await ended
    }
    throw error
  }
}

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
