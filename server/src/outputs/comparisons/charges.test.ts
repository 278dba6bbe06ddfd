import { afterAll, beforeAll, expect, it } from 'vitest'
import { createComparison, createPair, runComparison } from '../../../test/comparisons.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** `wear-a` accepts four short scratches on a panel; five are new. */
async function createScratched() {
  const { later, json } = await createPair(service)
  const shorten = (damageId: string) => later.send('PATCH', `/damages/${damageId}`, { damage_size_cm: 1 })
  await shorten(later.damage_id)
  for (const ymin of [120, 150, 180, 210]) {
    const damage_id = await later.send('POST', '/damages', { damage_type: 'scratch', part_type: 'hood' })
    const bounding_box = { xmin: 200, ymin, width: 40, height: 10 }
    await later.send('POST', '/views', { image_id: later.image_id, damage_id, bounding_box })
    await shorten(damage_id)
  }
  await later.send('POST', '/estimate', { wear_pack: 'wear-a' })
  const id = await createComparison(service, json)
  await runComparison(service, id)
  const rows = await service.rows(
    `update comparison_places set proposed_verdict = 'new'
     where comparison_id = $1 and later->>'damage_id' is not null returning id`,
    [id],
  )
  expect(rows).toHaveLength(5)
  const [place, other] = rows.map((row) => row.id)
  const decide = (json: object) => service.call('PATCH', `/comparisons/${id}/places/${other}`, { json })
  const chargeOf = async () => {
    const { places } = (await service.call('GET', `/comparisons/${id}`)).body
    const { is_chargeable, chargeable_rule } = places.find((each: { id: string }) => each.id === place)
    return { is_chargeable, chargeable_rule }
  }
  return { decide, chargeOf }
}

const TOO_MANY = { is_chargeable: true, chargeable_rule: 'scratch' }
const WITHIN = { is_chargeable: false, chargeable_rule: 'scratch' }

it('counts for a panel neither what is no damage nor what was there before', async () => {
  const { decide, chargeOf } = await createScratched()
  expect(await chargeOf()).toEqual(TOO_MANY)
  await decide({ is_damage: false })
  expect(await chargeOf()).toEqual(WITHIN)
  await decide({ is_damage: true })
  expect(await chargeOf()).toEqual(TOO_MANY)
  await decide({ verdict: 'unchanged', reason: 'it is on the hand-over sheet' })
  expect(await chargeOf()).toEqual(WITHIN)
})

it('counts what the pictures do not settle', async () => {
  const { decide, chargeOf } = await createScratched()
  await decide({ verdict: 'uncertain', reason: 'dirt' })
  expect(await chargeOf()).toEqual(TOO_MANY)
})
