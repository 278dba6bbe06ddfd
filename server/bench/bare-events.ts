import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'

const open = new Set<ServerResponse>()
let listening: Promise<unknown> | undefined

async function listen(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
  await client.connect()
  client.on('notification', ({ payload }) => {
    for (const response of open) response.write(`event: told\ndata: ${payload}\n\n`)
  })
  await client.query('listen bare_events')
}

/** Every notification goes to every stream, as it is. */
export async function stream(_: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  listening ??= listen()
  await listening
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':\n\n')
  open.add(response)
  request.once('close', () => open.delete(response))
}
