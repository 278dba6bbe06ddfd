import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An object store that begins every answer and never ends it. */
export async function startStalledStore() {
  let asked = 0
  const server = createServer((_request, reply) => {
    asked++
    reply.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '1000' })
    reply.write('abc')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port, so the address is an object.
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
