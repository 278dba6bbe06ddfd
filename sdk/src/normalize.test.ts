import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filled } from '../test/filled.ts'
import * as wire from '../test/wire.ts'
import { camelCase, normalize } from './normalize.ts'

describe('normalize, the parts that are joined', () => {
  const viewOf = (fields: object, beside: object = {}) =>
    normalize({
      id: 'i-1',
      object_type: 'INSPECTION',
      images: [{ views: [{ ...wire.view, ...fields }] }],
      ...beside,
    }).entities.views['view-1']

  it.each([
    ['a damage of the answer', {}, { damages: [wire.damage] }, { damageId: 'damage-1' }],
    ['a part of the answer', { element_id: 'part-1' }, { parts: [wire.part] }, { partId: 'part-1' }],
    ['what the answer does not hold', {}, {}, {}],
    ['what the wire says itself', { damage_id: null, part_id: 'p' }, {}, { damageId: null, partId: 'p' }],
  ])('a view of %s', (_of, fields, beside, expected) => {
    const { damageId, partId } = viewOf(fields, beside) ?? {}
    expect({ damageId, partId }).toEqual(expected)
  })

  it('a damage on two parts has no one part type', () => {
    const damage = { ...wire.damage, part_ids: ['part-1', 'part-2'] }
    const parts = [wire.part, { ...wire.part, id: 'part-2', part_type: 'hood' }]
    const { entities } = normalize({ id: 'i-1', object_type: 'INSPECTION', damages: [damage], parts })
    expect(entities.damages['damage-1']).not.toHaveProperty('partType')
  })
})

describe('normalize, vehicles', () => {
  const flat = { mileage_value: 5, mileage_unit: 'km' }
  it.each([
    ['flat and nested', { ...flat, mileage: flat }, { mileage: { value: 5, unit: 'km' } }],
    ['flat', flat, { mileage: { value: 5, unit: 'km' } }],
    ['nested', { mileage: flat }, { mileage: { value: 5, unit: 'km' } }],
    ['as it is written', { mileage: { value: 5, unit: 'km' } }, { mileage: { value: 5, unit: 'km' } }],
    ['unknown', { mileage: {}, mileage_value: null, mileage_unit: null }, { mileage: null }],
    ['a unit alone', { mileage: {}, mileage_unit: 'km' }, { mileage: { value: null, unit: 'km' } }],
    ['zero', { market_value_value: 0, market_value_unit: 'EUR' }, { marketValue: { value: 0, unit: 'EUR' } }],
    ['not named', {}, {}],
    ['serie', { serie: 'S' }, { series: 'S' }],
    ['serie and series', { serie: null, series: 'S' }, { series: 'S' }],
  ])('%s', (_form, fields, expected) => {
    const { entities } = normalize({ id: 'v-1', object_type: 'VEHICLE', ...fields })
    expect(entities.vehicles['v-1']).toEqual({ id: 'v-1', ...expected })
  })
})

describe('normalize, what it keeps', () => {
  it.each([
    ['additional_data', 'additionalData'],
    ['arguments', 'arguments'],
    ['callbacks', 'callbacks'],
    ['compliances', 'compliances'],
    ['content', 'content'],
    ['details', 'details'],
    ['hours', 'hours'],
    ['image_details', 'imageDetails'],
    ['label', 'label'],
    ['light_to_score', 'lightToScore'],
    ['owner_info', 'ownerInfo'],
    ['repair_operation', 'repairOperation'],
    ['scoring', 'scoring'],
    ['sub_count', 'subCount'],
  ])('all below %s', (key, name) => {
    const free = { a_key: [{ b_key: 1, id: 'x', object_type: 'IMAGE' }] }
    expect(filled({ id: 'w-1', object_type: 'TASK', [key]: free })).toEqual({
      result: 'w-1',
      entities: { tasks: { 'w-1': { id: 'w-1', [name]: free } } },
    })
  })

  it('the fuller of two sights of one record, whichever comes first', () => {
    const whole = { id: 'p-1', object_type: 'PART', part_type: 'hood' }
    for (const data of [
      [whole, { id: 'p-1', object_type: 'PART' }],
      [{ id: 'p-1', object_type: 'PART' }, whole],
    ])
      expect(normalize({ data }).entities.parts).toEqual({ 'p-1': { id: 'p-1', partType: 'hood' } })
  })

  it('a kind it does not know, and what in a list is no record', () => {
    expect(filled({ id: 'w-1', object_type: 'WEBHOOK_ENDPOINT', is_active: true })).toEqual({
      result: 'w-1',
      entities: { webhookEndpoints: { 'w-1': { id: 'w-1', isActive: true } } },
    })
    expect(filled({ data: [{ id: 'k-1', last_used: 'T' }] })).toEqual({
      result: [],
      data: [{ id: 'k-1', lastUsed: 'T' }],
      entities: {},
    })
  })

  it('what has no kind, beside the result', () => {
    expect(filled({ id: 'i-1', pdf_url: 'U' })).toEqual({ result: 'i-1', pdfUrl: 'U', entities: {} })
    const area = { id: 'area-1', relevant_elements: ['hood'] }
    expect(filled(area)).toEqual({ result: 'area-1', relevantElements: ['hood'], entities: {} })
  })

  it('no more of a damage than is said', () => {
    expect(normalize({ id: 'd-1', object_type: 'DAMAGE' }).entities.damages).toEqual({ 'd-1': { id: 'd-1' } })
  })

  it.each([{ damage_score_threshold: 0.3 }, { damageScoreThreshold: 0.3 }])(
    'the arguments of a task, beside the fields made from %j',
    (option) => {
      const own = { ...option, scoring: { by_part: 1 }, other: 2 }
      expect(normalize({ id: 't-1', object_type: 'TASK', arguments: own }).entities.tasks).toEqual({
        't-1': { id: 't-1', damageScoreThreshold: 0.3, scoring: { by_part: 1 }, arguments: own },
      })
    },
  )

  it('a record that is deleted but shown whole', () => {
    const { entities } = normalize({ ...wire.image, deleted: true, deleted_at: 'T' })
    expect(entities.images['image-1']).toMatchObject({ deleted: true, deletedAt: 'T', imageWidth: 4032 })
  })

  it('the older form of pricing, and one without prices', () => {
    const pricingOf = (pricing: unknown) =>
      normalize({ id: 'i-1', object_type: 'INSPECTION', pricing }).entities.inspections['i-1']?.pricing
    expect(pricingOf({ details: { hood: wire.price }, total_price: 3 })).toEqual({
      details: { hood: 'pricing-1' },
      totalPrice: 3,
    })
    expect(pricingOf(null)).toBeNull()
  })

  it('its input', () => {
    const before = structuredClone(wire.inspection)
    normalize(wire.inspection)
    expect(wire.inspection).toEqual(before)
  })

  it.each([null, 'text', 3])('no record in %j', (answer) => {
    expect(normalize(answer).result).toBeNull()
  })
})

it.each([
  ['coverage_360', 'coverage360'],
  ['pieces_OEM_cost', 'piecesOemCost'],
  ['damage_size_cm', 'damageSizeCm'],
  ['already', 'already'],
  ['alreadyCamel', 'alreadyCamel'],
])('camelCase(%s) is %s', (key, expected) => {
  expect(camelCase(key)).toBe(expected)
})

it('the package needs nothing else', () => {
  const root = join(import.meta.dirname, '..')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  for (const file of Object.values<string>(manifest.exports))
    for (const [, from] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g))
      expect(from).toMatch(/^\.\/[a-z-]+\.ts$/)
})
