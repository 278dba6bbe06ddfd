import type { Quad } from '../src/analysis/text/box-geometry.ts'
import { framesOfText } from '../src/analysis/text/frames.ts'
import type { ReadLine } from '../src/analysis/text/read-text.ts'

/** A line of text that was read without doubt, at a place of a picture. */
export function lineAt(text: string, x: number, y: number, height = 20, confidence = 0.98): ReadLine {
  const width = text.length * height * 0.6
  const corners: Quad = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
  return { text, confidence, corners, frames: framesOfText(text) }
}
