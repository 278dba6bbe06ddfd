import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startTcpLine } from '../../testing/tcp-line.ts'

/** What a database was asked, in no order, and how many rows it answered. */
export type Asked = { statements: string[]; rows: number }

const HEAD_BYTES = 5

/**
 * The line to the database, which reads along: https://www.postgresql.org/docs/15/protocol-message-formats.html. Only what
 * connections whose name begins with `application` ask is counted.
 */
export async function startStatementLine(targetUrl: string, application: string) {
  let asked: Asked = { statements: [], rows: 0 }
  /** Connections whose last statement is not answered to its end. */
  const busy = new Set<Socket>()
  const { url, close } = await startTcpLine(targetUrl, (client, database) => {
    const texts = new Map<string, string>()
    let bound = ''
    let isCounted = false
    const readAsked = readMessages((type, body) => {
      const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
      if (type === '') isCounted = body.includes(`application_name\0${application}`)
      // Parse, bind, execute; and a query that is all of it at once.
      if (type === 'P') texts.set(first, second)
      if (type === 'B') bound = texts.get(second) ?? second
      if (!isCounted || (type !== 'E' && type !== 'Q')) return
      asked.statements.push(type === 'E' ? bound : first)
      busy.add(database)
    }, true)
    const readAnswered = readMessages((type) => {
      if (isCounted && type === 'D') asked.rows += 1
      // Ready for the next one.
      if (type === 'Z') busy.delete(database)
    }, false)
    client.on('data', (chunk) => {
      readAsked(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      readAnswered(chunk)
      client.write(chunk)
    })
    database.on('close', () => busy.delete(database))
  })
  return {
    url,
    /** Since the last time, once every statement is answered: some end only after the request that caused them. */
    take: async (): Promise<Asked> => {
      while (busy.size > 0) await delay(1)
      const taken = asked
      asked = { statements: [], rows: 0 }
      return taken
    },
    close,
  }
}

export type StatementLine = Awaited<ReturnType<typeof startStatementLine>>

/** The first message of a client has no type. */
function readMessages(onMessage: (type: string, body: Buffer) => void, isClient: boolean) {
  let waiting = Buffer.alloc(0)
  let isFirst = isClient
  return (chunk: Buffer): void => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const typeBytes = isFirst ? 0 : 1
      if (waiting.length < (isFirst ? 4 : HEAD_BYTES)) return
      const end = typeBytes + waiting.readInt32BE(typeBytes)
      if (waiting.length < end) return
      onMessage(waiting.subarray(0, typeBytes).toString(), waiting.subarray(typeBytes + 4, end))
      waiting = waiting.subarray(end)
      isFirst = false
    }
  }
}
