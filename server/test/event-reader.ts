import { waitFor } from './factories.ts'
import type { Service } from './own-service.ts'

export type Told = {
  id: number
  event: string
  // A test reads whatever it asserts on; a wrong path fails the assertion.
  // biome-ignore lint/suspicious/noExplicitAny: what is told is checked by the assertions themselves
  data: any
}

type Opening = { as?: string | null; headers?: Record<string, string>; url?: string }

/** A client of a stream, which keeps all it is told. Reads as the specification of server-sent events says. */
export async function openEvents(service: Service, path: string, opening: Opening = {}) {
  const { as = 'alder-manager', headers = {}, url = `${service.url}/v1${path}` } = opening
  const hangUp = new AbortController()
  const answer = await fetch(url, {
    headers: { ...(as ? { authorization: `Bearer ${await service.tokenOf(as)}` } : {}), ...headers },
    signal: hangUp.signal,
  })
  const told: Told[] = []
  const state = { text: '', lastId: '', retryMs: 0, comments: 0, ended: false }
  const ended = (answer.status === 200 ? read() : answer.text()).then(
    (text) => {
      state.ended = true
      state.text ||= String(text ?? '')
    },
    () => {
      state.ended = true
    },
  )

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of answer.body ?? []) {
      const chunk = decoder.decode(bytes, { stream: true })
      state.text += chunk
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) readBlock(block)
    }
  }

  function readBlock(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')]
      }),
    )
    if (fields.has(':')) state.comments += 1
    state.lastId = fields.get('id') ?? state.lastId
    state.retryMs = Number(fields.get('retry') ?? state.retryMs)
    const data = fields.get('data')
    if (data === undefined) return
    told.push({ id: Number(state.lastId), event: fields.get('event') ?? '', data: JSON.parse(data) })
  }

  return {
    answer,
    told,
    state,
    ended,
    types: () => told.map(({ event }) => event),
    waitFor: (type: string, count = 1) =>
      waitFor(`${count} × ${type}`, async () => {
        const found = told.filter(({ event }) => event === type)
        return found.length >= count && found.at(-1)
      }),
    close: () => hangUp.abort(),
  }
}
