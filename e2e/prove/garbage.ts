import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** Makes a process collect its garbage, through its inspector: the memory it has then is memory it uses. */
export async function collectGarbage(inspectorPort: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error(`no process lists itself at inspector port ${inspectorPort}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await answered
  socket.close()
  // Pages go back to the kernel in the background.
  await delay(300)
}
