import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePorts, takePort } from './ports.ts'

const inAnotherProcess = (code: string) => {
  const from = JSON.stringify(join(import.meta.dirname, 'ports.ts'))
  const { stdout } = spawnSync(process.execPath, [
    '-e',
    `import(${from}).then(({ freePorts, takePort }) => { ${code} })`,
  ])
  return String(stdout).trim()
}

describe('freePorts', () => {
  it('gives out ports that a server can listen on', async () => {
    const [port = 0, other] = await freePorts(2)
    expect(other).not.toBe(port)
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    await once(server.close(), 'close')
  })

  it('gives a port to no second process', async () => {
    const [port = 0] = await freePorts(1)
    expect(inAnotherProcess(`console.log(takePort(${port}))`)).toBe('false')
  })

  it('gives out the ports of processes that have ended, and of those that were killed', () => {
    const ended = Number(inAnotherProcess('freePorts(1).then(([port]) => console.log(port))'))
    expect(takePort(ended)).toBe(true)
    const killed = Number(
      inAnotherProcess(
        "freePorts(1).then(([port]) => { require('node:fs').writeSync(1, String(port)); process.kill(process.pid, 'SIGKILL') })",
      ),
    )
    expect([takePort(killed), takePort(killed)]).toEqual([false, true])
  })
})
