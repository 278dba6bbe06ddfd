import { describe, expect, it } from 'vitest'
import { compareResults } from './compare-results.ts'

const provenance = {
  models: [{ name: 'segmenter', version: '1', sha256: 'aa' }],
  code_version: '1.0.0',
  parameters: { threshold: 0.3 },
  input_sha256: 'ff',
}
const recorded = {
  result: { damages: [{ confidence: 0.9, polygons: [[1, 2]] }], 'a/b~c': 1 },
  origin: 'segmenter@1',
  provenance,
}
const compare = (result: unknown, other: object = provenance) =>
  compareResults('i', recorded, { result, provenance: other })

describe('compareResults', () => {
  it('finds results with the same canonical JSON identical, whatever the order of their keys', () => {
    const same = { 'a/b~c': 1, damages: [{ polygons: [[1, 2]], confidence: 0.9 }] }
    expect(compare(same)).toEqual({
      image_id: 'i',
      origin: 'segmenter@1',
      is_identical: true,
      differences: [],
    })
  })

  it.each([
    ['a value', { ...recorded.result, 'a/b~c': 2 }, '/a~1b~0c', '1', '2'],
    [
      'the last digit',
      { ...recorded.result, damages: [{ confidence: 0.9000000000000001, polygons: [[1, 2]] }] },
      '/damages/0/confidence',
      '0.9',
      '0.9000000000000001',
    ],
    ['an object that is gone', { 'a/b~c': 1, damages: [] }, '/damages/0', expect.any(String), null],
    ['a kind of value', { ...recorded.result, damages: {} }, '/damages', expect.any(String), '{}'],
    ['all of it', null, '', expect.any(String), 'null'],
  ])('names %s', (_what, result, path, before, after) => {
    const { is_identical, differences } = compare(result)
    expect(is_identical).toBe(false)
    expect(differences).toEqual([{ of: 'result', path, recorded: before, replayed: after }])
  })

  it.each([
    [
      { ...provenance, models: [{ name: 'segmenter', version: '1', sha256: 'bb' }] },
      '/models/segmenter/sha256',
    ],
    [{ ...provenance, models: [] }, '/models/segmenter'],
    [{ ...provenance, code_version: '1.1.0' }, '/code_version'],
    [{ ...provenance, parameters: { threshold: 0.4 } }, '/parameters/threshold'],
    [{ ...provenance, input_sha256: '00' }, '/input_sha256'],
  ])('names what it was made with: %j', (other, path) => {
    const { is_identical, differences } = compare(recorded.result, other)
    expect(is_identical).toBe(true)
    expect(differences).toMatchObject([{ of: 'provenance', path }])
  })

  it('names at most twenty, what they were made with first, each cut to 200 characters', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(1_000)]))
    const { differences } = compare(many, { ...provenance, input_sha256: '00' })
    expect(differences).toHaveLength(20)
    expect(differences[0]).toMatchObject({ of: 'provenance' })
    expect(differences.at(-1)?.replayed).toHaveLength(200)
  })
})
