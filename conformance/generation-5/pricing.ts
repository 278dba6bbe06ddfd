import type { Checks } from '../checks.ts'
import { UNKNOWN_ID } from '../subject.ts'
import { type Action, api, create, type Dispatch, member, type Pricing, read } from './client.ts'

export async function checkPricing(checks: Checks): Promise<void> {
  await checks.journey('price a part', () => priceParts(checks))
  await checks.journey('price the vehicle', () => priceVehicle(checks))
}

/** The client hands the pricing it read from the answer to the app's state, and only the id to its caller. */
function keepLast(): { dispatch: Dispatch; last: () => Pricing | undefined } {
  const actions: Action[] = []
  return { dispatch: (action) => actions.push(action), last: () => actions.at(-1)?.payload.pricing }
}

async function priceParts(checks: Checks): Promise<void> {
  const id = await create(['damage_detection', 'pricing'])
  await api.createDamage({ id, damageType: 'dent', vehiclePart: 'hood' }, member)
  const hood = (await read(id)).parts.find((part) => part.type === 'hood')

  const kept = keepLast()
  const made = await api.createPricing(
    { id, pricing: { type: 'part', pricing: 12.5, vehiclePart: 'hood' } },
    member,
    kept.dispatch,
  )
  checks.text('a new pricing has an id', made.id)
  checks.fields('the state gets the', kept.last(), {
    id: made.id,
    inspectionId: id,
    relatedItemType: 'part',
    relatedItemId: hood?.id,
    pricing: 12.5,
  })
  const roof = await api.createPricing(
    { id, pricing: { type: 'part', pricing: 0, vehiclePart: 'roof' } },
    member,
    kept.dispatch,
  )
  const { pricings, parts, inspections } = await read(id)
  const roofPart = parts.find((part) => part.type === 'roof')
  checks.text('pricing an unseen part makes the part', roofPart?.id)
  checks.equal('which the answer names', kept.last()?.relatedItemId, roofPart?.id)
  const shown = (list: Pricing[]) =>
    list.map((one) => [one.id, one.relatedItemType, one.relatedItemId, one.pricing]).toSorted()
  checks.equal(
    'reading gives both',
    shown(pricings),
    [
      [made.id, 'part', hood?.id, 12.5],
      [roof.id, 'part', roofPart?.id, 0],
    ].toSorted(),
  )
  checks.equal('the inspection names them', inspections[0]?.pricings.toSorted(), [made.id, roof.id].sort())

  const changed = await api.updatePricing({ id, pricingId: made.id, price: 44 }, member, kept.dispatch)
  checks.equal('a change answers the same id', changed.id, made.id)
  checks.fields('after a change the state gets the', kept.last(), {
    id: made.id,
    relatedItemType: 'part',
    relatedItemId: hood?.id,
    pricing: 44,
  })
  checks.equal(
    'reading gives the new price',
    (await read(id)).pricings.find((one) => one.id === made.id)?.pricing,
    44,
  )
  const list = await api.getAllInspections({ pagination: { limit: 1 } }, member)
  checks.equal('the list gives it too', list.entities.pricings.find((one) => one.id === made.id)?.pricing, 44)

  checks.equal(
    'deleting answers the id',
    (await api.deletePricing({ id, pricingId: made.id }, member)).id,
    made.id,
  )
  checks.equal(
    'the other one is left',
    (await read(id)).pricings.map((one) => one.id),
    [roof.id],
  )
  checks.equal(
    'deleting it again changes nothing',
    (await api.deletePricing({ id, pricingId: made.id }, member)).id,
    made.id,
  )
  await checks.refused('an unknown pricing is refused', { name: 'HTTPError', status: 404 }, () =>
    api.updatePricing({ id, pricingId: UNKNOWN_ID, price: 1 }, member),
  )
  const again = await api.createPricing(
    { id, pricing: { type: 'part', pricing: 3, vehiclePart: 'hood' } },
    member,
    kept.dispatch,
  )
  checks.equal(
    'the part can be priced anew',
    [kept.last()?.id, kept.last()?.relatedItemId],
    [again.id, hood?.id],
  )
}

async function priceVehicle(checks: Checks): Promise<void> {
  const id = await create(['damage_detection', 'pricing'])
  const kept = keepLast()
  const made = await api.createPricing(
    { id, pricing: { type: 'vehicle', pricing: 12 } },
    member,
    kept.dispatch,
  )
  checks.fields('the state gets the', kept.last(), { id: made.id, relatedItemType: 'vehicle', pricing: 12 })
  const { pricings, parts } = await read(id)
  checks.equal(
    'reading gives it',
    pricings.map((one) => [one.id, one.relatedItemType, one.pricing]),
    [[made.id, 'vehicle', 12]],
  )
  checks.equal('no part was made for it', parts, [])
  await api.updatePricing({ id, pricingId: made.id, price: 13 }, member, kept.dispatch)
  checks.fields('after a change the state gets the', kept.last(), {
    id: made.id,
    relatedItemType: 'vehicle',
    pricing: 13,
  })
  await api.deletePricing({ id, pricingId: made.id }, member)
  checks.equal('deleted, it is gone', (await read(id)).pricings, [])
}
