import { coverageOf } from '../../analysis/coverage.ts'
import type { Context } from '../../core/platform/context.ts'
import { damageJson } from '../../findings/damages/queries.ts'
import { documentJson } from '../../findings/documents/queries.ts'
import { partJson } from '../../findings/parts/queries.ts'
import { renderedOutputJson } from '../../findings/renderings/queries.ts'
import { partOperationJson, severityJson } from '../../findings/severities/severity-json.ts'
import { severityOfDamage } from '../../findings/severities/severity-of-damage.ts'
import { viewJson } from '../../findings/views/queries.ts'
import { wheelJson } from '../../findings/wheels/queries.ts'
import type { WheelAnalysis } from '../../findings/wheels/schema.ts'
import { imageJson } from '../../inspection/images/queries.ts'
import type { Image } from '../../inspection/images/schema.ts'
import { taskJson } from '../../inspection/tasks/queries.ts'
import type { Children } from './select-children.ts'

type ViewRow = Children['views'][number]

/** What the tasks of an inspection found and people corrected, as one inspection shows it. */
export function childrenJson(ctx: Context, children: Children, options: { light: boolean }) {
  const viewsOf = Map.groupBy(children.views, (view) => view.image_id)
  const viewsOfElement = Map.groupBy(children.views, (view) => view.damage_id ?? view.part_id)
  const outputsOf = renderedOutputs(ctx, children)
  const images = children.images.map((image) => imageJson(ctx, image))
  const related = relatedImages(images)
  // What was read on a picture goes with the picture.
  const shown = new Set(children.images.map((image) => image.id))
  const wheels = children.wheels.filter((wheel) => shown.has(wheel.image_id)).map(wheelJson)
  const wheelsOf = Map.groupBy(wheels, (wheel) => wheel.image_id)
  const priceOf = new Map(children.pricings.map((pricing) => [pricing.part_id, pricing]))
  const operationOf = (partId: string) => {
    const price = priceOf.get(partId)
    return price && !price.deleted_at ? { part_operation: partOperationJson(price, partId) } : {}
  }
  const partTypes = new Map(children.parts.map((part) => [part.id, part.part_type]))
  return {
    coverage: coverageOf(children.images),
    images: images.map((image) => ({
      ...image,
      views: (viewsOf.get(image.id) ?? []).map((view) => ({
        ...viewJson(view, options),
        rendered_outputs: outputsOf(view),
      })),
      rendered_outputs: outputsOf(image),
      ...mainWheel(wheelsOf.get(image.id) ?? []),
    })),
    tasks: children.tasks.map(taskJson),
    damages: children.damages.map((damage) => ({
      ...damageJson(damage),
      severity_level: severityOfDamage(
        damage.part_ids.flatMap((id) => partTypes.get(id) ?? []),
        children.pricings,
      ),
      related_images: related(viewsOfElement.get(damage.id) ?? []),
    })),
    parts: children.parts.map((part) => ({
      ...partJson(part),
      ...operationOf(part.id),
      related_images: related([part.id, ...part.damage_ids].flatMap((id) => viewsOfElement.get(id) ?? [])),
    })),
    severity_results: children.pricings
      .filter((pricing) => pricing.part_id !== null)
      .map((pricing) => severityJson(pricing)),
    wheel_analysis: wheels,
    documents: children.documents.filter((document) => shown.has(document.image_id)).map(documentJson),
  }
}

/** A picture has room for one wheel: the largest on it. */
function mainWheel(wheels: WheelAnalysis[]) {
  const areaOf = ({ bbox }: WheelAnalysis) => (bbox ? bbox.width * bbox.height : 0)
  const [largest] = wheels.toSorted((a, b) => areaOf(b) - areaOf(a))
  return largest ? { wheel_analysis: largest } : {}
}

/** What was made of an image, or of the part of it that a view shows. */
function renderedOutputs(ctx: Context, children: Children) {
  const outputsOf = Map.groupBy(children.rendered_outputs, (output) => output.view_id ?? output.image_id)
  return ({ id, deleted_at }: { id: string; deleted_at: string | null }) =>
    (outputsOf.get(id) ?? []).map((output) => renderedOutputJson(ctx, output, deleted_at))
}

/** The pictures on which something is seen, the largest region first. */
function relatedImages(images: readonly Image[]) {
  const imageOf = new Map(images.map((image) => [image.id, image]))
  return (seen: ViewRow[]) => {
    const areas = new Map<string, number>()
    for (const { image_id, bounding_box } of seen) {
      const area = Math.round(bounding_box.width * bounding_box.height)
      areas.set(image_id, Math.max(area, areas.get(image_id) ?? 0))
    }
    return [...areas]
      .sort(([, a], [, b]) => b - a)
      .flatMap(([image_id, item_area], order) => {
        const image = imageOf.get(image_id)
        if (!image) return []
        const { path, mimetype, image_type } = image
        return [{ base_image_id: image_id, base_image_type: image_type, path, mimetype, order, item_area }]
      })
  }
}
