import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { RUN } from './neighbour-abuses.ts'
import { Crowd } from './neighbour-crowd.ts'
import { ABUSES, type AbuseName, type Target } from './neighbour-target.ts'

// A program of its own: what many clients elsewhere do must not stand in the way of the client that is measured.
// Use: node neighbour-abuser.ts <abuse>, the target as JSON on its input. Prints `going`, `answered` when it is the first time, and at SIGTERM
// what it was answered.

const name = process.argv[2] ?? ''
if (!isAbuse(name)) throw new Error(`there is no abuse ${name}`)
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
// Written by the campaign that starts this.
const crowd = new Crowd(JSON.parse(Buffer.concat(chunks).toString()) as Target)

RUN[name](crowd).catch((error) => console.error(error))
await delay(100)
console.log('going')
crowd.answered.then(() => console.log('answered'))
await once(process, 'SIGTERM')
crowd.end()
console.log(JSON.stringify(crowd.tally))
process.exit(0)

function isAbuse(text: string): text is AbuseName {
  return ABUSES.some((abuse) => abuse === text)
}
