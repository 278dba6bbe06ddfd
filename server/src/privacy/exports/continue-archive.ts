/** A client that takes nothing for so long has given up; it holds a place and a connection to the store. */
const IDLE_MS_MAX = 60_000

/** Each piece is asked for when the client has taken those before it. While the store is asked for the next, nobody waits for the client. */
export async function* continueArchive(
  first: Buffer,
  rest: AsyncIterable<Buffer>,
  giveUp: () => void,
): AsyncGenerator<Buffer> {
  let idle = setTimeout(giveUp, IDLE_MS_MAX)
  try {
    yield first
    clearTimeout(idle)
    for await (const chunk of rest) {
      idle = setTimeout(giveUp, IDLE_MS_MAX)
      yield chunk
      clearTimeout(idle)
    }
  } finally {
    clearTimeout(idle)
  }
}
