import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { stackValue } from '../../testing/stack.ts'

type State = 'pass' | 'freeze' | 'stop'

/**
 * The line to the stack's object store. Frozen, it takes requests and answers nothing until it passes again; stopped, it
 * resets every connection.
 */
export async function startStoreLine() {
  const { hostname, port } = new URL(stackValue('S3_ENDPOINT'))
  const pairs = new Set<{ client: Socket; store: Socket }>()
  const held: (() => void)[] = []
  let state: State = 'pass'
  let puts = 0
  let requests = 0
  const server = createServer((client) => {
    if (state === 'stop') return void client.resetAndDestroy()
    const store = connect(Number(port), hostname)
    const pair = { client, store }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      store.destroy()
    }
    for (const socket of [client, store]) socket.on('error', end).on('close', end)
    store.on('data', (chunk) => client.write(chunk))
    client.on('data', (chunk) => {
      const begin = chunk.toString('latin1', 0, 8)
      if (/^[A-Z]+ /.test(begin)) requests += 1
      if (begin.startsWith('PUT ')) puts += 1
      if (state === 'freeze') held.push(() => store.write(chunk))
      else store.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port: ownPort } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${ownPort}`,
    /** How many puts have begun to arrive. */
    puts: () => puts,
    /** How many requests have begun to arrive, the frozen ones among them. */
    requests: () => requests,
    set: (next: State) => {
      state = next
      if (next === 'pass') for (const write of held.splice(0)) write()
      if (next !== 'stop') return
      for (const { client } of pairs) client.resetAndDestroy()
    },
    close: () => {
      for (const { client } of pairs) client.destroy()
      server.close()
    },
  }
}
