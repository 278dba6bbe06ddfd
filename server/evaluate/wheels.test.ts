import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CARD_TEXTS } from './card-texts.ts'
import { countRight, readTrainingLabels, wheelFigures } from './wheels.ts'

const WHEELS = join(import.meta.dirname, '../../../shared/data/wheels')
const LOG_FILE = join(import.meta.dirname, '../../models/training/wheels-log.json')

const box = (xmin: number, width = 0.2) => ({ xmin, ymin: 0, width, height: 0.2 })

describe('readTrainingLabels', () => {
  const labels = readTrainingLabels(WHEELS)
  const log = JSON.parse(readFileSync(LOG_FILE, 'utf8'))

  it('names the very pictures that the training log does', () => {
    const digests = labels.flatMap(({ file }) => [
      file,
      hash('sha256', readFileSync(join(WHEELS, file)), 'buffer'),
    ])
    expect(labels).toHaveLength(log.pictures)
    expect(hash('sha256', Buffer.concat(digests.map((part) => Buffer.from(part))))).toBe(log.pictures_sha256)
  })

  it('has as many wheels as the log and the card say', () => {
    const wheels = labels.flatMap((label) => label.wheels).length
    expect(wheels).toBe(log.cross_validated.wheels)
    expect(CARD_TEXTS['wheel-locator']?.limits[0]).toContain(`${wheels} wheels`)
  })
})

describe('countRight', () => {
  it.each([
    { name: 'one on each wheel', found: [box(0.1), box(0.5)], wheels: [box(0.5), box(0.1)], right: 2 },
    { name: 'a wheel is found once', found: [box(0.1), box(0.12)], wheels: [box(0.1)], right: 1 },
    { name: 'near enough', found: [box(0.18)], wheels: [box(0.1)], right: 1 },
    { name: 'too far off', found: [box(0.19)], wheels: [box(0.1)], right: 0 },
    { name: 'each takes its nearest', found: [box(0.14), box(0.1)], wheels: [box(0.1), box(0.2)], right: 1 },
    { name: 'nothing there', found: [box(0.1)], wheels: [], right: 0 },
  ])('$name', ({ found, wheels, right }) => {
    expect(countRight(found, wheels)).toBe(right)
  })
})

describe('wheelFigures', () => {
  it('adds up the pictures and draws them again', () => {
    const { found, precision, recall, f1 } = wheelFigures([
      { found: 1, right: 1, wheels: 2 },
      { found: 1, right: 0, wheels: 0 },
    ])
    expect(found).toBe(2)
    expect(precision).toEqual({ value: 0.5, low: 0, high: 1, n: 2 })
    expect(recall).toMatchObject({ value: 0.5, n: 2 })
    expect(f1.value).toBe(0.5)
  })
})
