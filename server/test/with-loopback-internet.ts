import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { isIP, type Socket } from 'node:net'
import { internet } from '../src/core/platform/egress.ts'

// A process of the service for which one loopback address plays the public internet, and the others a private network.
// Use: node with-loopback-internet.ts api|worker '{"public": "127.0.0.2", "ports": [8000]}'

type Options = {
  public: string
  ports: number[]
  /** What a name is answered at its first look-up, its second and so on; the last answer stays. Other names have none. */
  names?: Record<string, string[][]>
  /** Each address and port that the process tries to connect to is a line of this file. */
  attemptsFile?: string
  /** The guard lets every loopback address through: to see that the counters count. */
  isOpen?: boolean
}

const [role = '', text = '{}'] = process.argv.slice(2)
// Written by the campaign that starts this.
const options = JSON.parse(text) as Options
const { names = {}, attemptsFile, isOpen = false } = options
const isLoopback = (address: string) => address.startsWith('127.') || address === '::1'

internet.ports = options.ports
internet.judge = (address) => address === options.public || (isOpen && isLoopback(address))
const lookups = new Map<string, number>()
internet.lookup = async (hostname) => {
  const answers = names[hostname] ?? []
  const asked = lookups.get(hostname) ?? 0
  lookups.set(hostname, asked + 1)
  const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

if (attemptsFile)
  subscribe('net.client.socket', (message) => {
    // The form of this channel's messages, which Node types as unknown.
    const { socket } = message as { socket: Socket }
    socket.on('connectionAttempt', (address, port) => appendFileSync(attemptsFile, `${address} ${port}\n`))
  })

if (role === 'api') await import('../src/api.ts')
else if (role === 'worker') await import('../src/worker.ts')
else throw new Error('say which process: api or worker')
