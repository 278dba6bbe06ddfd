import { expect, it } from 'vitest'
import { answerBytesMax } from './answer-size.ts'
import type { Manifest } from './manifest.ts'
import type { Tensors } from './tensor.ts'

type Shapes = Pick<Manifest, 'inputs' | 'outputs'>
const HEADER = 64 * 1024

const callOf = (...shape: number[]): Tensors => ({ x: { type: 'uint8', shape, data: new Uint8Array() } })

it.each<[string, Shapes, Tensors[], number]>([
  [
    'fixed lengths, for the rows of all calls',
    {
      inputs: [{ name: 'x', type: 'uint8', shape: ['n', 8] }],
      outputs: [
        { name: 'a', type: 'float32', shape: ['n', 5] },
        { name: 'b', type: 'int64', shape: ['n'] },
      ],
    },
    [callOf(2, 8), callOf(1, 8)],
    3 * 5 * 4 + 3 * 8,
  ],
  [
    'lengths of the inputs',
    {
      inputs: [{ name: 'x', type: 'uint8', shape: ['n', 'height', 'width'] }],
      outputs: [{ name: 'a', type: 'float32', shape: ['n', 1, 'height', 'width'] }],
    },
    [callOf(1, 30, 40)],
    30 * 40 * 4,
  ],
  [
    'a length no input has as the longest of them',
    {
      inputs: [{ name: 'x', type: 'uint8', shape: ['n', 3, 'width'] }],
      outputs: [{ name: 'a', type: 'uint8', shape: ['n', 'frames', 10] }],
    },
    [callOf(2, 3, 50)],
    2 * 50 * 10,
  ],
])('takes %s', (_, manifest, calls, bytes) => {
  expect(answerBytesMax(manifest, calls)).toBe(HEADER + bytes)
})
