import type { Checks } from '../checks.ts'
import { postDirectly } from '../direct.ts'
import { createPicture } from '../pictures.ts'
import { api, create, member, read } from './client.ts'

/** What later generations and the oldest one add to an inspection, this one must be able to read. */
export async function checkReading(checks: Checks): Promise<void> {
  await checks.journey('change the vehicle', () => changeVehicle(checks))
  await checks.journey('read corrections of others', () => readCorrections(checks))
}

async function changeVehicle(checks: Checks): Promise<void> {
  const inspectionId = await create(['damage_detection'])
  const vehicle = {
    type: 'suv',
    brand: 'Skoda',
    vin: 'V',
    mileageValue: 7,
    mileageUnit: 'km',
    marketValue: 9,
    marketValueUnit: 'EUR',
  }
  const answer = await api.updateInspectionVehicle({ inspectionId, vehicle }, member)
  const { vehicles } = await read(inspectionId)
  checks.fields('vehicle', vehicles[0], { id: answer.id, ...vehicle })
}

async function readCorrections(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const { image } = await api.addImage(
    { uploadType: 'video_frame', frameIndex: 0, timestamp: 0, inspectionId: id, picture: createPicture() },
    member,
  )
  const damage = await postDirectly(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })
  const polygons = [
    [
      [1, 2],
      [30, 2],
      [30, 40],
    ],
  ]
  const box = { xmin: 1, ymin: 2, width: 29, height: 38 }
  await postDirectly(`/inspections/${id}/views`, {
    image_id: image.id,
    damage_id: damage.id,
    polygons,
    bounding_box: box,
  })
  await postDirectly(`/inspections/${id}/pricing`, {
    pricing: 12,
    related_item_type: 'part',
    part_type: 'hood',
  })
  const { damages, parts, views, inspections } = await read(id)
  checks.equal(
    'the damage',
    damages.map((one) => [one.id, one.type]),
    [[damage.id, 'dent']],
  )
  checks.equal(
    'its part',
    parts.map((part) => [part.type, part.damages]),
    [['hood', [damage.id]]],
  )
  checks.equal(
    'its view',
    views.map((view) => view.elementId),
    [damage.id],
  )
  checks.equal(
    'the polygons, which this generation always reads',
    views[0]?.imageRegion.specification.polygons,
    polygons,
  )
  const price = inspections[0]?.pricing?.details.hood
  checks.equal('the price in the form of this generation', price && [price.pricing, price.relatedItemType], [
    12,
    'part',
  ])
}
