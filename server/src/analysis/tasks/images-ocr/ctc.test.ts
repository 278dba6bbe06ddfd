import { describe, expect, it } from 'vitest'
import { BLANK, FRAME_SIZE, type Frames, SYMBOLS } from '../../text/frames.ts'
import { guessTexts } from './ctc.ts'

/** One frame for each object: symbols with their probability; the rest is blank. */
function framesOf(...frames: Record<string, number>[]): Frames {
  const values = new Float32Array(frames.length * FRAME_SIZE)
  frames.forEach((frame, index) => {
    let blank = 1
    for (const [symbol, probability] of Object.entries(frame)) {
      values[index * FRAME_SIZE + SYMBOLS.indexOf(symbol)] = probability
      blank -= probability
    }
    values[index * FRAME_SIZE + BLANK] = blank
  })
  return { count: frames.length, values }
}

const same = (symbol: string) => symbol
const guess = (frames: Frames, rename: (symbol: string) => string | null = same) =>
  guessTexts(frames, rename, 8).map(({ text, probability }) => [text, Math.round(probability * 1000) / 1000])

describe('guessTexts', () => {
  it('takes a repeated symbol for one, unless a blank stands between', () => {
    expect(guess(framesOf({ A: 1 }, { A: 1 }))).toEqual([['A', 1]])
    expect(guess(framesOf({ A: 1 }, {}, { A: 1 }))).toEqual([['AA', 1]])
  })

  it('sums up all ways to a text', () => {
    // AA, A-, -A all read A.
    expect(guess(framesOf({ A: 0.5 }, { A: 0.5 }))).toEqual([
      ['A', 0.75],
      ['', 0.25],
    ])
  })

  it('orders by probability', () => {
    expect(guess(framesOf({ 8: 0.6, B: 0.4 }, {}, { 1: 1 }))).toEqual([
      ['81', 0.6],
      ['B1', 0.4],
    ])
  })

  it('adds up symbols that stand for one, and ignores others', () => {
    const rename = (symbol: string) => (symbol === '<' ? null : symbol.replace('O', '0'))
    expect(guess(framesOf({ O: 0.6, 0: 0.4 }, { '<': 1 }), rename)).toEqual([['0', 1]])
  })
})
