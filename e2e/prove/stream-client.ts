import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'

export type Received = { position: number; event_id: string; type: string; atMs: number }

export type StreamOptions = {
  url: string
  path: string
  token: () => Promise<string>
  /** How long to wait before connecting again, at random, so that not all come at once. */
  pauseMs: () => number
}

/** One reader of a stream, who connects again with `Last-Event-ID` whenever it ends, and keeps all it is told. */
export class StreamClient {
  readonly received: Received[] = []
  readonly path: string
  /** What the first stream began with: everything after it must be told. */
  beganAt = 0
  resets = 0
  connects = 0
  refusals: string[] = []
  readonly #options: StreamOptions
  #lastId = ''
  #rest = ''
  #request: ClientRequest | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #began: () => void = () => {}

  constructor(options: StreamOptions) {
    this.#options = options
    this.path = options.path
  }

  get lastPosition(): number {
    return Number(this.#lastId)
  }

  /** Resolves when the first stream has begun. */
  async open(): Promise<void> {
    const began = new Promise<void>((resolve) => {
      this.#began = resolve
    })
    await this.#connect()
    await began
  }

  /** As a client that loses its network. */
  cut(): void {
    this.#request?.destroy()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#request?.destroy()
  }

  async #connect(): Promise<void> {
    const { url, path, token } = this.#options
    const headers: OutgoingHttpHeaders = { authorization: `Bearer ${await token()}` }
    if (this.#lastId) headers['last-event-id'] = this.#lastId
    if (this.#stopped) return
    this.#rest = ''
    const asked = request(`${url}${path}`, { headers, agent: false }, (answer) => this.#read(answer))
    this.#request = asked
    asked.once('error', () => {})
    asked.once('close', () => this.#connectLater())
    asked.end()
  }

  #connectLater(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#connect(), this.#options.pauseMs())
  }

  #read(answer: IncomingMessage): void {
    answer.on('error', () => {})
    if (answer.statusCode !== 200) {
      this.refusals.push(String(answer.statusCode))
      answer.resume()
      return
    }
    this.connects += 1
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      const atMs = performance.now()
      const blocks = (this.#rest + text).split('\n\n')
      this.#rest = blocks.pop() ?? ''
      for (const block of blocks) this.#readBlock(block, atMs)
    })
  }

  #readBlock(block: string, atMs: number): void {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (id) this.#lastId = id
    if (id && this.connects === 1 && data === undefined && this.beganAt === 0) {
      this.beganAt = Number(id)
      this.#began()
    }
    if (data === undefined) return
    const body: { id: string; type: string } = JSON.parse(data)
    if (body.type === 'stream.reset') this.resets += 1
    else this.received.push({ position: Number(id), event_id: body.id, type: body.type, atMs })
  }
}
