export type SentEvent = { id: string; type: string; data: string }

/** Reads a stream of server-sent events (WHATWG HTML, 9.2.6) piece by piece, wherever the pieces end. */
export function createEventReader() {
  let rest = ''
  let isFirst = true
  let data: string[] = []
  let type = ''
  let id = ''
  let lastId = ''
  let retryMs: number | undefined

  function readLine(line: string): SentEvent | undefined {
    if (line === '') {
      lastId = id
      const event = data.length > 0 ? { id, type: type || 'message', data: data.join('\n') } : undefined
      data = []
      type = ''
      return event
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    else if (field === 'event') type = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value)
    return undefined
  }

  return {
    /** The events that this piece completes. */
    read: (piece: string): SentEvent[] => {
      rest += isFirst ? piece.replace(/^\uFEFF/, '') : piece
      isFirst &&= piece === ''
      // A carriage return at the very end may be the first half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.map(readLine).filter((event) => event !== undefined)
    },
    /** Where to come back to: also an id without an event says so, once it is complete. */
    lastId: () => lastId,
    /** How long the service asks to wait before coming back. */
    retryMs: () => retryMs,
  }
}
