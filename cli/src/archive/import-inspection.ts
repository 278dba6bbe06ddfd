import {
  type Client,
  createDamage,
  createInspection,
  createView,
  updateDamage,
  updateImage,
  uploadImage,
} from '@walkaround/sdk'
import type { Terminal } from '../terminal.ts'
import { listLeftOut } from './list-left-out.ts'
import { type Archive, parse } from './read-archive.ts'
import type { ArchivedDamage, ArchivedImage, ArchivedInspection, PictureParameters } from './records.ts'

const REASON = 'imported'

const VEHICLE_FIELDS = [
  'brand',
  'model',
  'plate',
  'vehicle_type',
  'serie',
  'vehicle_style',
  'vehicle_age',
  'vin',
  'color',
  'exterior_cleanliness',
  'interior_cleanliness',
  'date_of_circulation',
  'mileage',
  'market_value',
  'owner_info',
  'duplicate_keys',
  'expertise_requested',
  'car_registration',
  'vehicle_quotation',
  'trade_in_offer',
  'additional_data',
]
const INSPECTION_FIELDS = ['inspection_type', 'accident_nature', 'usage_duration', 'damage_areas']
const IMAGE_FIELDS = [
  'name',
  'image_type',
  'image_subtype',
  'image_sibling_key',
  'detailed_viewpoint',
  'damage_area',
  'rotate_image_before_upload',
  'additional_data',
]

type Means = { client: Client; terminal: Terminal; signal: AbortSignal }
type Import = Means & { archive: Archive; id: string; inspection: ArchivedInspection; inspectionId: string }

/** A new inspection of the person who imports, with what the API lets a person write. */
export async function importInspection(
  means: Means,
  archive: Archive,
  id: string,
  made: ReadonlyMap<string, string>,
): Promise<{ inspectionId: string; leftOut: string[] }> {
  const { client, signal, terminal } = means
  const inspection = await readJson<ArchivedInspection>(archive, `${id}/inspection.json`)
  const { result: inspectionId } = await createInspection(client, bodyOf(archive, id, inspection, made), {
    signal,
  })
  terminal.note(`Importing ${id} as ${inspectionId}`)
  const work = { ...means, archive, id, inspection, inspectionId }
  const images = await importImages(work)
  await importDamages(work, images)
  return { inspectionId, leftOut: listLeftOut(archive, id, inspection) }
}

const readJson = async <T>(archive: Archive, name: string): Promise<T> =>
  parse<T>(String(await archive.read(name)), name)

type Body<F extends (client: Client, ...rest: never[]) => unknown> = Parameters<F>[1]

function bodyOf(
  archive: Archive,
  id: string,
  inspection: ArchivedInspection,
  made: ReadonlyMap<string, string>,
): Body<typeof createInspection> {
  const { manifest } = archive
  const related = made.get(inspection.related_inspection_id ?? '')
  return wire<Body<typeof createInspection>>({
    ...pick(inspection, INSPECTION_FIELDS),
    tasks: Object.fromEntries(inspection.tasks.map((task) => [task.name, task.arguments])),
    vehicle: pick(inspection.vehicle, VEHICLE_FIELDS),
    additional_data: {
      ...inspection.additional_data,
      imported_from: {
        organization: manifest.organization,
        inspection_id: id,
        exported_at: manifest.created_at,
      },
    },
    ...(related === undefined ? {} : { related_inspection_id: related }),
  })
}

/** Archives are in the form of the wire, which the service reads as well as that of the SDK. */
const wire = <T>(body: object): T => body as T

/** Fields that are known. An unknown one is left to the service. */
function pick(record: object, fields: readonly string[]): object {
  const known = Object.entries(record).filter(([name, value]) => fields.includes(name) && value !== null)
  return Object.fromEntries(known)
}

/** In their order, so that each has the label that it had. Answers the new id of each. */
async function importImages(work: Import): Promise<Map<string, string>> {
  const { client, signal, archive, id, inspection, inspectionId } = work
  const parameters = await readParameters(archive, id)
  const ids = new Map<string, string>()
  for (const image of inspection.images.filter(({ deleted_at }) => deleted_at === null)) {
    const name = archive.find(`${id}/images/${image.id}.`)
    if (name === undefined) continue
    const fields = wire<Parameters<typeof uploadImage>[3]>({
      ...pick(image, IMAGE_FIELDS),
      tasks: tasksOf(inspection, image),
      ...(parameters.has(image.id) ? { compliances: parameters.get(image.id) } : {}),
    })
    const file = new File([await archive.read(name)], name.slice(name.lastIndexOf('/') + 1))
    const { result } = await uploadImage(client, inspectionId, file, fields, { signal })
    ids.set(image.id, result)
    if (image.seen_from)
      await updateImage(client, inspectionId, result, wire({ seen_from: image.seen_from }), { signal })
  }
  return ids
}

/** With what the client said to each task of the picture. */
function tasksOf(inspection: ArchivedInspection, image: ArchivedImage): object[] {
  return inspection.tasks
    .filter(({ name }) => image.tasks.includes(name))
    .map(({ name, images }) => {
      const details = images.find(({ image_id }) => image_id === image.id)?.details
      return { name, ...(details ? { image_details: details } : {}) }
    })
}

async function readParameters(archive: Archive, id: string): Promise<Map<string, object>> {
  const name = `${id}/picture-parameters.json`
  if (!archive.has(name)) return new Map()
  const { data } = await readJson<PictureParameters>(archive, name)
  return new Map(data.map(({ image_id, compliances }) => [image_id, compliances]))
}

async function importDamages(work: Import, images: ReadonlyMap<string, string>): Promise<void> {
  const { client, signal, inspection, inspectionId } = work
  for (const { damage, part_type } of damagesOf(inspection)) {
    const { damage_type, damage_size_cm } = damage
    const body = wire<Parameters<typeof createDamage>[2]>({ damage_type, part_type, reason: REASON })
    const { result } = await createDamage(client, inspectionId, body, { signal })
    if (damage_size_cm !== null)
      await updateDamage(client, inspectionId, result, wire({ damage_size_cm, reason: REASON }), { signal })
    for (const { image_id, specification } of regionsOf(inspection, damage)) {
      const image = images.get(image_id)
      const view = { image_id: image, damage_id: result, ...specification, reason: REASON }
      if (image) await createView(client, inspectionId, wire(view), { signal })
    }
  }
}

/** Those that a person could have added: they are there, and on a part. */
function damagesOf(inspection: ArchivedInspection) {
  const typeOf = new Map(inspection.parts.map(({ id, part_type }) => [id, part_type]))
  return inspection.damages
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap((damage) => {
      const part_type = typeOf.get(damage.part_ids[0] ?? '')
      return part_type === undefined ? [] : [{ damage, part_type }]
    })
}

function regionsOf(inspection: ArchivedInspection, damage: ArchivedDamage) {
  return inspection.images
    .flatMap(({ views }) => views)
    .filter(({ element_id, deleted_at }) => element_id === damage.id && deleted_at === null)
    .map(({ image_region }) => image_region)
}
