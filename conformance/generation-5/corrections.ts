import type { Checks } from '../checks.ts'
import { postDirectly } from '../direct.ts'
import { createPicture } from '../pictures.ts'
import { UNKNOWN_ID } from '../subject.ts'
import { api, create, member, read } from './client.ts'

const BOX = { xmin: 10, ymin: 20, width: 30, height: 40 }
const POLYGON = [
  [10, 20],
  [40, 20],
  [40, 60],
  [10, 60],
]

export async function checkCorrections(checks: Checks): Promise<void> {
  await checks.journey('correct damages', () => correctDamages(checks))
  await checks.journey('read views', () => readViews(checks))
  await checks.journey('read severities', () => readSeverities(checks))
}

async function correctDamages(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const scratch = await api.createDamage({ id, damageType: 'scratch', vehiclePart: 'hood' }, member)
  checks.text('a new damage has an id', scratch.id)
  const dent = await api.createDamage({ id, damageType: 'dent', vehiclePart: 'hood' }, member)
  const roof = await api.createDamage(
    { id, damageType: 'paint_damage', vehiclePart: 'rim_front_left' },
    member,
  )
  const { damages, parts, inspections } = await read(id)
  checks.equal(
    'reading gives the damages with their types',
    damages.map((damage) => [damage.id, damage.type]),
    [
      [scratch.id, 'scratch'],
      [dent.id, 'dent'],
      [roof.id, 'paint_damage'],
    ],
  )
  checks.equal('the inspection names them', inspections[0]?.damages, [scratch.id, dent.id, roof.id])
  checks.equal('there is one part of each kind', parts.map((part) => part.type).sort(), [
    'hood',
    'rim_front_left',
  ])
  checks.equal(
    'the inspection names its parts',
    inspections[0]?.parts.toSorted(),
    parts.map((part) => part.id).sort(),
  )
  const hood = parts.find((part) => part.type === 'hood')
  checks.equal('a part names its damages', hood?.damages.toSorted(), [scratch.id, dent.id].sort())
  checks.equal('a damage names its part', damages[0]?.parts, [hood?.id])
  checks.equal('nothing is seen on a picture yet', [damages[0]?.relatedImages, hood?.relatedImages], [[], []])

  const deleted = await api.deleteDamage({ id, damageId: scratch.id }, member)
  checks.equal('deleting answers the id of the damage', deleted.id, scratch.id)
  const after = await read(id)
  checks.equal(
    'the damage is gone',
    after.damages.map((damage) => damage.id),
    [dent.id, roof.id],
  )
  checks.equal('also from its part', after.parts.find((part) => part.type === 'hood')?.damages, [dent.id])
  checks.equal(
    'deleting it again changes nothing',
    (await api.deleteDamage({ id, damageId: scratch.id }, member)).id,
    scratch.id,
  )
  await checks.refused('an unknown damage is refused', { name: 'HTTPError', status: 404 }, () =>
    api.deleteDamage({ id, damageId: UNKNOWN_ID }, member),
  )
  const list = await api.getAllInspections({ pagination: { limit: 1 } }, member)
  checks.equal(
    'the list shows the damages too',
    list.entities.damages.map((damage) => damage.id),
    [dent.id, roof.id],
  )
  checks.equal('and the parts', list.entities.parts.map((part) => part.type).sort(), [
    'hood',
    'rim_front_left',
  ])
}

/** No function of this client makes a view; the oldest generation does, and this one must be able to read it. */
async function readViews(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const { image } = await api.addImage(
    { uploadType: 'video_manual_photo', inspectionId: id, picture: createPicture() },
    member,
  )
  const damage = await api.createDamage({ id, damageType: 'dent', vehiclePart: 'hood' }, member)
  await postDirectly(`/inspections/${id}/views`, {
    image_id: image.id,
    damage_id: damage.id,
    polygons: [POLYGON],
    bounding_box: BOX,
  })
  const light = await read(id)
  const full = await read(id, false)
  const boundingBox = { xMin: 10, yMin: 20, width: 30, height: 40 }
  for (const [name, { views, images, damages }] of [
    ['light', light],
    ['full', full],
  ] as const) {
    checks.equal(
      `${name}: the view names its damage`,
      views.map((view) => view.elementId),
      [damage.id],
    )
    checks.equal(`${name}: the image names its view`, images[0]?.views, [views[0]?.id])
    checks.equal(
      `${name}: the view has its box`,
      views[0]?.imageRegion.specification.boundingBox,
      boundingBox,
    )
    checks.equal(`${name}: the damage names the image it is seen on`, damages[0]?.relatedImages, [image.id])
    checks.equal(`${name}: the image has a list of rendered outputs`, images[0]?.renderedOutputs, [])
  }
  checks.equal(
    'light: polygons are left out',
    light.views[0]?.imageRegion.specification.polygons ?? null,
    null,
  )
  checks.equal('full: polygons are there', full.views[0]?.imageRegion.specification.polygons, [POLYGON])

  await api.deleteDamage({ id, damageId: damage.id }, member)
  checks.equal('with the damage its view goes', (await read(id)).views, [])
}

/** Severities are made by the oldest generation; the newest shows them. */
async function readSeverities(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const severity = { label: 'hood', pricing: 120, level: 2, repair_operation: 'replace' }
  const made = await postDirectly(`/inspections/${id}/severity_pricing`, severity)
  const { severityResults, inspections, parts } = await read(id)
  const [shown] = severityResults
  checks.fields('severity', shown, {
    id: made.id,
    label: 'hood',
    isUserModified: true,
    relatedItemType: 'part',
    relatedItemId: parts[0]?.id,
  })
  checks.fields('severity', shown?.value, { level: 2, pricing: 120 })
  checks.equal('the inspection names it', inspections[0]?.severityResults, [made.id])
  checks.equal(
    'its part is there',
    parts.map((part) => part.type),
    ['hood'],
  )
}
