import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import type { Harness } from '../../testing/harness.ts'
import { setting } from '../../testing/stack.ts'

export type RawAnswer = { status: number; headers: Record<string, string>; text: string }
export type Exchange = { answers: RawAnswer[]; ended: boolean; rest: string; ms: number }

/** How long a connection that has said what it must is listened to: what it then says, it must not. */
const QUIET_MS = 1_200
/** A watchdog for one that still has to say something. */
const ANSWER_MS_MAX = 20_000
/** How long a connection may take to open: nothing was sent before. */
const CONNECT_MS = 20_000
const NO_BODY = new Set([204, 304])

/**
 * Sends bytes as they are over TLS and reads what comes back until the connection ends, or falls silent after so many answers.
 * However slow the machine is, the answers are waited for.
 */
export async function exchange(
  harness: Harness,
  bytes: Buffer,
  { answerCount, halfClose = false }: { answerCount: number; halfClose?: boolean | undefined },
): Promise<Exchange> {
  const { hostname, port } = new URL(harness.urls[0] ?? '')
  const ca = readFileSync(setting(harness.ground.settings, 'STACK_CA_FILE'))
  const startedMs = performance.now()
  const chunks: Buffer[] = []
  let ended = false
  let lastMs = startedMs
  const patienceMs = () =>
    readAnswers(Buffer.concat(chunks)).answers.length < answerCount ? ANSWER_MS_MAX : QUIET_MS
  await new Promise<void>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), ca }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), patienceMs())
      if (halfClose) socket.end(bytes)
      else socket.write(bytes)
    })
    let timer = setTimeout(() => socket.destroy(), CONNECT_MS)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      lastMs = performance.now()
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), patienceMs())
    })
    socket.on('end', () => {
      ended = true
      socket.destroy()
    })
    // A server that refuses may reset the connection while it is written to.
    socket.on('error', () => {
      ended = true
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  const { answers, rest } = readAnswers(Buffer.concat(chunks))
  return { answers, ended, rest, ms: lastMs - startedMs }
}

/** Splits what a connection said into answers; interim ones are left out. */
function readAnswers(bytes: Buffer): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) return { answers, rest: bytes.subarray(at).toString('latin1') }
    const [first = '', ...lines] = bytes.subarray(at, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0)
    if (status === 0) return { answers, rest: bytes.subarray(at).toString('latin1') }
    const headers = Object.fromEntries(
      lines.map((line) => line.split(/:\s*/, 2)).map(([k = '', v = '']) => [k.toLowerCase(), v]),
    )
    const body =
      status < 200 || NO_BODY.has(status) ? { text: '', at: end + 4 } : readBody(bytes, end + 4, headers)
    at = body.at
    if (status >= 200) answers.push({ status, headers, text: body.text })
  }
}

function readBody(
  bytes: Buffer,
  from: number,
  headers: Record<string, string>,
): { text: string; at: number } {
  if (headers['transfer-encoding'] !== 'chunked') {
    const to =
      headers['content-length'] === undefined ? bytes.length : from + Number(headers['content-length'])
    return { text: bytes.subarray(from, to).toString('utf8'), at: to }
  }
  const pieces: Buffer[] = []
  let at = from
  for (;;) {
    const line = bytes.indexOf('\r\n', at)
    const length = line === -1 ? 0 : Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (!length)
      return { text: Buffer.concat(pieces).toString('utf8'), at: line === -1 ? bytes.length : line + 4 }
    pieces.push(bytes.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
}
