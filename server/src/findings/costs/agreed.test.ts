import { expect, it } from 'vitest'
import { damageOf, inputOf } from '../../../test/estimate-input.ts'
import { agreedEstimate, type StandingPrice } from './agreed.ts'
import { estimate } from './estimate.ts'

const made = estimate(
  inputOf('DE', [
    damageOf({ id: 'a', damage_type: 'dent', part_types: ['hood'], size_cm: 20 }),
    damageOf({ id: 'b', damage_type: 'dent', part_types: ['door_front_left'], size_cm: 20 }),
  ]),
)
const [door, hood] = made.parts
const untouched: StandingPrice[] = made.parts.map(({ part_type, net }) => ({
  part_type,
  minor: net.likely,
  is_agreed: false,
}))

it('is the estimate itself where nobody has set anything', () => {
  expect(agreedEstimate(made, untouched)).toEqual(made)
})

it('has the price of a person instead of the lines, and one sum', () => {
  const prices = untouched.map((price) =>
    price.part_type === 'hood' ? { ...price, minor: 12_345, is_agreed: true } : price,
  )
  const agreed = agreedEstimate(made, prices)
  expect(agreed.parts.find((part) => part.part_type === 'hood')).toMatchObject({
    lines: [{ kind: 'agreed', rule: 'set_by_person', damage_ids: ['a'], likely: 12_345 }],
    net: { low: 12_345, likely: 12_345, high: 12_345 },
  })
  expect(agreed.net.likely).toBe(12_345 + (door?.net.likely ?? 0))
  expect(agreed.total.likely).toBe(agreed.net.likely + agreed.tax.likely)
})

it('tells of damages whose price a person removed', () => {
  const agreed = agreedEstimate(
    made,
    untouched.filter((price) => price.part_type !== 'hood'),
  )
  expect(agreed.net).toEqual(door?.net)
  expect(agreed.not_priced).toEqual([{ damage_id: 'a', part_type: 'hood', rule: 'price_removed' }])
  expect(hood?.part_type).toBe('hood')
})

it('adds what a person charges for the vehicle or an undamaged part', () => {
  const agreed = agreedEstimate(made, [
    ...untouched,
    { part_type: null, minor: 5_000, is_agreed: true },
    { part_type: 'roof', minor: null, is_agreed: true },
  ])
  expect(agreed.net.likely).toBe(made.net.likely + 5_000)
  expect(agreed.parts.map((part) => part.part_type)).toEqual(['door_front_left', 'hood', 'ignore'])
})
