import { expect, it } from 'vitest'
import { type Random, seededRandom } from '../../testing/random.ts'
import { camelCase, normalize } from './normalize.ts'

const ROUNDS = 300
const FREE = ['additional_data', 'arguments', 'compliances', 'owner_info', 'content', 'hours']
/** Where the specification has another word than the wire. */
const RENAMED: Record<string, string> = {
  serie: 'series',
  mileage_value: 'value',
  mileage_unit: 'unit',
  market_value_value: 'value',
  market_value_unit: 'unit',
}
const TREE: Record<string, { many: string[]; one: string[] }> = {
  INSPECTION: {
    many: ['IMAGE', 'TASK', 'DAMAGE', 'PART', 'SEVERITY_RESULT', 'DOCUMENT'],
    one: ['VEHICLE'],
  },
  IMAGE: { many: ['VIEW', 'RENDERED_OUTPUT'], one: ['WHEEL_ANALYSIS'] },
  VIEW: { many: ['RENDERED_OUTPUT'], one: [] },
  TASK: { many: ['ERROR_MESSAGE', 'SOMETHING_NEW'], one: [] },
}
const KEYS = [
  'created_at',
  'damage_size_cm',
  'rim_condition',
  'path',
  'some_3d_thing',
  'a_new_field',
] as const

/** Makes wire objects in which no value comes twice, so that each can be found again. */
function generator({ below, pick }: Random) {
  let count = 0
  const leaf = () => (below(2) ? `value-${++count}` : ++count + 1_000_000)
  const nested = (depth: number): unknown => {
    if (depth === 0 || below(3) === 0) return leaf()
    if (below(3) === 0) return [nested(depth - 1), nested(depth - 1)]
    return { [pick(['some_key', 'otherKey', 'UPPER_KEY'])]: nested(depth - 1), last_key: leaf() }
  }
  const vehicle = () => {
    const amount = { mileage_value: leaf(), mileage_unit: leaf() }
    return { ...amount, mileage: amount, market_value: {}, market_value_value: leaf(), serie: leaf() }
  }
  const view = () => ({
    element_id: leaf(),
    image_region: {
      id: `id-${++count}`,
      object_type: 'IMAGE_REGION',
      image_id: leaf(),
      specification: { bounding_box: { xmin: leaf(), ymin: leaf() }, polygons: [[[leaf(), leaf()]]] },
    },
  })
  const record = (kind: string): Record<string, unknown> => {
    const children = TREE[kind] ?? { many: [], one: [] }
    return {
      id: `id-${++count}`,
      object_type: kind,
      [pick(KEYS)]: nested(2),
      [pick(['additional_data', ...FREE])]: { free_key: nested(3) },
      ...(kind === 'VEHICLE' ? vehicle() : {}),
      ...(kind === 'VIEW' ? view() : {}),
      ...Object.fromEntries(children.one.map((child) => [child.toLowerCase(), record(child)])),
      ...Object.fromEntries(
        children.many.map((child) => [
          `${child.toLowerCase()}s`,
          Array.from({ length: below(3) }, () => record(child)),
        ]),
      ),
    }
  }
  return record
}

type Leaf = { key: string; value: unknown }

function leavesOf(value: unknown, key = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, key))
  if (typeof value !== 'object' || value === null) return [{ key, value }]
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, name))
}

/** The objects below the free keys. */
function freeOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => (FREE.includes(key) ? [item] : freeOf(item)))
}

function recordsOf(value: unknown): { id: string; object_type: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(recordsOf)
  return 'object_type' in value && value.object_type !== 'IMAGE_REGION'
    ? // Every object with a kind has an id here: `record` and `view` above made it.
      [value as { id: string; object_type: string }, ...below]
    : below
}

it('loses no id, no value and no key, and touches nothing that is free', () => {
  const random = seededRandom('normalize')
  const record = generator(random)
  for (let round = 0; round < ROUNDS; round++) {
    const data = Array.from({ length: 1 + random.below(2) }, () =>
      record(random.pick(['INSPECTION', 'IMAGE', 'TASK', 'VIEW', 'PRICING'])),
    )
    const wire = random.below(2) ? { data } : data[0]
    const { entities, result } = normalize(wire)

    const roots = wire === data[0] ? data[0]?.id : data.map(({ id }) => id)
    expect(result).toEqual(roots)
    const kept = Object.values(entities).flatMap((map) => Object.keys(map))
    expect(kept.toSorted()).toEqual(
      recordsOf(wire)
        .map(({ id }) => id)
        .toSorted(),
    )

    const found = new Map<unknown, Set<string>>()
    for (const { key, value } of leavesOf(entities))
      found.set(value, (found.get(value) ?? new Set()).add(key))
    const lost = leavesOf(wire).filter(({ key, value }) => {
      if (key === 'object_type' || value === null) return false
      const keys = found.get(value)
      return !keys || ![key, camelCase(key), RENAMED[key] ?? key].some((name) => keys.has(name))
    })
    // The region's id has a name of its own in the view.
    const regions = new Set(
      leavesOf(entities).flatMap(({ key, value }) => (key === 'imageRegionId' ? [value] : [])),
    )
    expect(lost.filter(({ key, value }) => !(key === 'id' && regions.has(value)))).toEqual([])

    const text = JSON.stringify(entities)
    for (const free of freeOf(wire)) expect(text).toContain(JSON.stringify(free))
    const snake = leavesOf(entities).filter(({ key }) =>
      /^(created|damage_size|rim|some_3d|a_new)_/.test(key),
    )
    expect(snake).toEqual([])
  }
})
