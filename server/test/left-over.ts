import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { UNDECLARED } from '../src/http/openapi/errors.ts'

const END_MS_MAX = 2_000

/** The requests that a server has not finished answering. */
export function watchRequests(server: Server) {
  const open = new Map<ServerResponse, string>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, `${request.method} ${request.url?.split('?')[0]}`)
    response.once('close', () => open.delete(response))
  })
  return {
    closeAll: () => server.closeAllConnections(),
    /** What a file leaves open would be open while the next one runs. */
    requireNone: async (): Promise<void> => {
      const until = Date.now() + END_MS_MAX
      while (open.size > 0 && Date.now() < until) await delay(20)
      if (open.size > 0)
        throw new Error(`left open: ${[...open.values()].join(', ')}. Close the stream, or read the answer.`)
    },
  }
}

/** Whatever a test provokes must be in the documentation of the operation that answers it. */
export function requireDeclared(lines: string[]): void {
  const undeclared = lines
    .filter((line) => line.includes(UNDECLARED))
    .map((line) => JSON.parse(line))
    .map(({ operation_id, code }) => `${operation_id} answers ${code}`)
  if (undeclared.length > 0)
    throw new Error(
      `${UNDECLARED}: ${[...new Set(undeclared)].join(', ')}. Add it to the route's \`errors\`.`,
    )
}
