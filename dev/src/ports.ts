import { once } from 'node:events'
import { createServer } from 'node:net'
import { host } from './settings.ts'

/** Says in one sentence what each engine's log would say in its own way. */
export async function requireFreePort(port: number): Promise<void> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(
      `Port ${port} is taken by another program. Set STACK_PORT_BASE and a STACK_DIR of its own.`,
      { cause },
    )
  }
  server.close()
  await once(server, 'close')
}
