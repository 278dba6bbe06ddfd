import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { createEventReader } from './server-sent-events.ts'

const read = (...pieces: string[]) => {
  const reader = createEventReader()
  return pieces.flatMap((piece) => reader.read(piece))
}

describe('a stream of events', () => {
  it.each([
    [
      'one event',
      'id: 7\nevent: task.done\ndata: {"a":1}\n\n',
      [{ id: '7', type: 'task.done', data: '{"a":1}' }],
    ],
    ['no space after the colon', 'data:x\n\n', [{ id: '', type: 'message', data: 'x' }]],
    ['only the first space goes', 'data:  x\n\n', [{ id: '', type: 'message', data: ' x' }]],
    ['several lines of data', 'data: a\ndata\ndata: b\n\n', [{ id: '', type: 'message', data: 'a\n\nb' }]],
    [
      'carriage returns',
      'data: a\r\rdata: b\r\n\r\n',
      ['a', 'b'].map((data) => ({ id: '', type: 'message', data })),
    ],
    ['a byte order mark', '\uFEFFdata: a\n\n', [{ id: '', type: 'message', data: 'a' }]],
    [
      'comments and unknown fields',
      ': beat\n\nfoo: bar\ndata: a\n\n',
      [{ id: '', type: 'message', data: 'a' }],
    ],
    ['nothing without data', 'id: 3\nevent: x\n\n', []],
    ['an event that is not complete', 'data: a\n', []],
    [
      'the id stays, the type does not',
      'id: 1\nevent: x\ndata: a\n\ndata: b\n\n',
      [
        { id: '1', type: 'x', data: 'a' },
        { id: '1', type: 'message', data: 'b' },
      ],
    ],
    ['an id with U+0000 is none', 'id: a\0\ndata: x\n\n', [{ id: '', type: 'message', data: 'x' }]],
  ])('%s', (_, text, events) => {
    expect(read(text)).toEqual(events)
    expect(read(...text)).toEqual(events)
  })

  it('tells when to come back', () => {
    const reader = createEventReader()
    expect(reader.retryMs()).toBeUndefined()
    reader.read('retry: 2000\nretry: x\n')
    expect(reader.retryMs()).toBe(2000)
  })

  it('tells where to come back to, by what is complete', () => {
    const reader = createEventReader()
    expect(reader.lastId()).toBe('')
    reader.read('retry: 1\nid: 7\n\n')
    expect(reader.lastId()).toBe('7')
    reader.read('id: 8\ndata: x\n')
    expect(reader.lastId()).toBe('7')
    reader.read('\n')
    expect(reader.lastId()).toBe('8')
  })

  it('is the same wherever it is cut', () => {
    const random = seededRandom('cuts')
    const text = '\uFEFF: hello\r\nid: 1\r\ndata: ä\r\n\r\nid: 2\ndata: b\ndata: c\n\n\rdata: d\r\r: end\n'
    const whole = read(text)
    expect(whole.length).toBe(3)
    for (let round = 0; round < 300; round++) {
      const cuts = [
        0,
        ...Array.from({ length: 4 }, () => random.below(text.length)).toSorted((a, b) => a - b),
        text.length,
      ]
      const pieces = cuts.slice(1).map((to, n) => text.slice(cuts[n], to))
      expect(read(...pieces, '')).toEqual(whole)
    }
  })
})
