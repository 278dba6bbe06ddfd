type Row = Record<string, unknown>
type Content = { keyPath: string | undefined; next: number; rows: Map<unknown, unknown> }

/** The part of IndexedDB that the app uses, in memory: Node has none. Transactions run one after the other. */
export function createMemoryDatabase() {
  const contents = new Map<string, Content>()
  const handles: Handle[] = []
  let last: Promise<void> = Promise.resolve()
  const open = () => {
    const request = new MemoryRequest()
    setImmediate(() => {
      const handle = new Handle(contents, (begin) => {
        last = last.then(begin)
      })
      handles.push(handle)
      request.result = handle
      if (contents.size === 0) request.onupgradeneeded?.()
      request.onsuccess?.()
    })
    return request
  }
  /** As Safari does it: the connection is gone, and nobody was told. */
  const lose = () => {
    for (const handle of handles)
      handle.error = new DOMException('The connection is lost', 'InvalidStateError')
  }
  const failOnce = (error: DOMException) => {
    for (const handle of handles) handle.errorOnce = error
  }
  return { indexedDB: { open }, lose, failOnce }
}

class MemoryRequest {
  result: unknown
  error: DOMException | null = null
  onsuccess: (() => void) | undefined
  onerror: (() => void) | undefined
  onupgradeneeded: (() => void) | undefined
}

class Handle {
  error: DOMException | undefined
  errorOnce: DOMException | undefined
  onclose: (() => void) | undefined
  readonly #contents: Map<string, Content>
  readonly #queue: (begin: () => Promise<void>) => void
  constructor(contents: Map<string, Content>, queue: (begin: () => Promise<void>) => void) {
    this.#contents = contents
    this.#queue = queue
  }

  createObjectStore(name: string, { keyPath }: { keyPath?: string } = {}) {
    this.#contents.set(name, { keyPath, next: 1, rows: new Map() })
    return { createIndex: () => {} }
  }

  transaction(): Transaction {
    const error = this.errorOnce ?? this.error
    this.errorOnce = undefined
    if (error) throw error
    const transaction = new Transaction(this.#contents)
    this.#queue(() => transaction.run())
    return transaction
  }
}

class Transaction {
  error: DOMException | null = null
  oncomplete: (() => void) | undefined
  onabort: (() => void) | undefined
  readonly #contents: Map<string, Content>
  readonly #asked: (() => void)[] = []
  #isAborted = false
  constructor(contents: Map<string, Content>) {
    this.#contents = contents
  }

  /** Ends once nothing more is asked. */
  async run(): Promise<void> {
    const before = structuredClone(this.#contents)
    await turn()
    for (let work = this.#asked.shift(); work && !this.#isAborted; work = this.#asked.shift()) {
      work()
      await turn()
    }
    if (this.#isAborted) for (const [name, content] of before) this.#contents.set(name, content)
    else this.oncomplete?.()
    if (this.#isAborted) this.onabort?.()
  }

  abort(): void {
    this.#isAborted = true
  }

  objectStore(name: string) {
    const ask = (answer: (content: Content) => unknown) => {
      const request = new MemoryRequest()
      this.#asked.push(() => {
        const content = this.#contents.get(name)
        if (!content) throw new Error(`there is no ${name}`)
        request.result = structuredClone(answer(content))
        request.onsuccess?.()
      })
      return request
    }
    const put = (value: Row, key?: unknown) =>
      ask((content) => {
        const path = content.keyPath
        const own = path ? (value[path] ?? content.next) : key
        content.next = Math.max(content.next, Number(own) + 1 || 0)
        content.rows.set(own, structuredClone(path ? { ...value, [path]: own } : value))
        return own
      })
    return {
      put,
      add: put,
      get: (key: unknown) => ask(({ rows }) => rows.get(key)),
      delete: (key: unknown) => ask(({ rows }) => void rows.delete(key)),
      getAll: () => ask(({ rows }) => [...rows.values()]),
      index: (field: string) => ({
        getAll: (wanted: unknown) =>
          ask(({ rows }) => ([...rows.values()] as Row[]).filter((row) => row[field] === wanted)),
      }),
    }
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
