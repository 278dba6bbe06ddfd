import { spawn } from 'node:child_process'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** A `KEY_COMMAND`: wraps with a key in a file. The file `behavior` beside it says what else it does. */
const [folder = '', ...words] = process.argv.slice(2)
const verb = words.at(-1)
const fileOf = (name: string) => join(folder, name)
const key = readFileSync(fileOf('key'))
const behavior = existsSync(fileOf('behavior')) ? readFileSync(fileOf('behavior'), 'utf8') : ''
appendFileSync(fileOf('runs'), `${words.join(' ')}\n`)

function wrap(plain: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return `test:v1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
}

function unwrap(wrapped: string): string {
  const bytes = Buffer.from(wrapped.replace('test:v1:', ''), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64')
}

/** It goes on when nobody reads, until somebody ends its whole process group. */
const FLOOD = `process.stdout.on('error', () => {}); setInterval(() => process.stdout.write('x'.repeat(9999)), 1)`

if (behavior === 'fail') process.exit(3)
if (behavior === 'flood') {
  const child = spawn(process.execPath, ['-e', FLOOD], { stdio: ['ignore', 'inherit', 'ignore'] })
  writeFileSync(fileOf('flood'), String(child.pid))
}
const line = await text(process.stdin)
if (behavior === 'hang' || behavior === 'flood') setInterval(() => {}, 1_000)
else if (behavior !== '') console.log(behavior)
else console.log(verb === 'wrap' ? wrap(Buffer.from(line, 'base64')) : unwrap(line))
