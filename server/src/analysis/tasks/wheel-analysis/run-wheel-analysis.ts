import {
  type FoundWheel,
  WHEEL_NAMES,
  type WheelAnalysisResult,
  type WheelName,
} from '../../../core/contracts/findings.ts'
import { type GrayPixels, type Region, readGray } from '../../../core/platform/pictures/pixels.ts'
import { cutOut, readSize } from '../../../core/platform/pictures/render.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import { askIfInstalled } from '../../ask-if-installed.ts'
import { factsOf } from '../../damage/picture-facts.ts'
import { candidatesOf, DAMAGE_SEGMENTER, segmentDamage } from '../../damage/segment-damage.ts'
import { detectVehicle, VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import { fillsPicture } from '../../fills-picture.ts'
import { PART_SEGMENTER, segmentParts } from '../../part-map/segment-parts.ts'
import { seenFrom, viewSeen } from '../../part-map/view-seen.ts'
import { scoreQuality } from '../../quality.ts'
import { sightOf } from '../../sights.ts'
import type { AnalysisContext, WorkingPicture } from '../../working-picture.ts'
import { judgeWheel, UNKNOWN_WHEEL, WHEEL_RULES } from './judge-wheel.ts'
import { type LocatedWheel, locateWheels, locatorSettings, WHEEL_LOCATOR } from './locate-wheels.ts'
import { NAME_WHEELS, nameWheels } from './name-wheels.ts'
import { boxInRegion, isOnVehicle, isWhole, pixelsOf, regionAround } from './wheel-geometry.ts'
import { WHEELS_BESIDES_MAP, wheelsBesidesMap, wheelsOnMap } from './wheels-on-map.ts'

/** Of the wheel's box: the damage model has learned from pictures with something around the damage. */
const CROP_ENLARGE = 1.3
const CROP_QUALITY = 95

type ModelsContext = Pick<AnalysisContext, 'models'>

/**
 * A picture of a named wheel is about that one: it gets one answer, for the largest wheel, and an unknown one when no
 * wheel is found. On other pictures every wheel of the vehicle is reported, with its name where that can be told.
 */
export async function runWheelAnalysis(
  ctx: ModelsContext,
  picture: WorkingPicture,
  image: AnalyzedImage,
): Promise<{ result: WheelAnalysisResult; models: string[]; parameters: Record<string, unknown> }> {
  const wheelName = wheelNameOf(image)
  const { located, models } = wheelName
    ? await locateNamed(ctx, picture.jpeg, wheelName)
    : await locateAll(ctx, picture.jpeg, image)
  if (located.length > 0) models.push(DAMAGE_SEGMENTER)
  const judged = await judgeWheels(ctx, picture.jpeg, located)
  const size = { width: image.image_width, height: image.image_height }
  const wheels: FoundWheel[] = located.map(({ box, wheel_name }, at) => ({
    wheel_name,
    bounding_box: pixelsOf(box, size),
    predictions: judged[at] ?? UNKNOWN_WHEEL,
  }))
  if (wheelName && wheels.length === 0)
    wheels.push({ wheel_name: wheelName, bounding_box: null, predictions: UNKNOWN_WHEEL })
  return { result: { wheels }, models, parameters: parametersOf(ctx) }
}

/** Where wheels are, and the models that were asked, the one that has found them first. */
type Located = { located: (LocatedWheel & { wheel_name: WheelName | null })[]; models: string[] }

async function locateNamed(ctx: ModelsContext, jpeg: Buffer, wheel_name: WheelName): Promise<Located> {
  const [largest] = await locateWheels(ctx.models, jpeg)
  return { located: largest ? [{ ...largest, wheel_name }] : [], models: [WHEEL_LOCATOR] }
}

/** On a picture of the vehicle its parts are looked for; the locator has learned from pictures of wheels. */
async function locateAll(ctx: ModelsContext, jpeg: Buffer, image: AnalyzedImage): Promise<Located> {
  const detection = await detectVehicle(ctx.models, jpeg)
  const { main } = detection
  const models: string[] = []
  const map = fillsPicture(main)
    ? await askIfInstalled(models, PART_SEGMENTER, () => segmentParts(ctx.models, jpeg, main))
    : null
  const told = map && seenFrom(map, image.seen_from)
  const seen = told ? wheelsOnMap(told, { width: image.image_width, height: image.image_height }) : []
  const facts = factsOf(image, main, map && viewSeen(map))
  // On such a picture the locator is believed where the sight says that there is a wheel.
  if (map && facts.sight === null) return { located: seen, models: [...models, VEHICLE_DETECTOR] }
  const located = (await locateWheels(ctx.models, jpeg)).filter(({ box }) => isOnVehicle(box, detection))
  const boxes = located.map(({ box }) => box)
  const names = nameWheels(boxes, facts, image.vehicle_type)
  const named = located.map((wheel, at) => ({ ...wheel, wheel_name: names[at] ?? null }))
  const others = map ? wheelsBesidesMap(seen, named) : named
  return { located: [...seen, ...others], models: [...models, WHEEL_LOCATOR, VEHICLE_DETECTOR] }
}

/** What the client says comes first, then what its sight shows. */
export function wheelNameOf({
  details,
  sight_id,
}: Pick<AnalyzedImage, 'details' | 'sight_id'>): WheelName | null {
  const told = WHEEL_NAMES.find((name) => name === details.wheel_name)
  return told ?? (sight_id ? (sightOf(sight_id)?.wheel_name ?? null) : null)
}

function parametersOf(ctx: ModelsContext) {
  return {
    locator: locatorSettings(ctx.models.get(WHEEL_LOCATOR).manifest),
    crop_enlarge: CROP_ENLARGE,
    rules: WHEEL_RULES,
    names: NAME_WHEELS,
    besides_map: WHEELS_BESIDES_MAP,
  }
}

async function judgeWheels(ctx: ModelsContext, jpeg: Buffer, located: readonly LocatedWheel[]) {
  if (located.length === 0) return []
  const size = await readSize(jpeg)
  const gray = await readGray(jpeg)
  const regions = located.map(({ box }) => regionAround(box, size, CROP_ENLARGE))
  const crops: Buffer[] = []
  for (const region of regions) crops.push(await cutOut(jpeg, region, CROP_QUALITY))
  const outputs = await segmentDamage(ctx.models, crops)
  const { manifest } = ctx.models.get(DAMAGE_SEGMENTER)
  return located.map(({ box, confidence }, at) => {
    const [region, output] = [regions[at], outputs[at]]
    if (!region || !output) throw new Error(`${DAMAGE_SEGMENTER} answered ${outputs.length} pictures`)
    return judgeWheel(candidatesOf(output, manifest), boxInRegion(box, region, size), {
      located: confidence,
      short_side_px: Math.min(box.width * size.width, box.height * size.height),
      is_whole: isWhole(box),
      sharpness: scoreQuality(cropGray(gray, regionAround(box, gray, 1))).blurriness,
    })
  })
}

// From the whole picture and not from the crop: the sharpness score is tied to the size of the whole.
function cropGray({ pixels, width }: GrayPixels, region: Region): GrayPixels {
  const cropped = new Uint8Array(region.width * region.height)
  for (let row = 0; row < region.height; row++) {
    const start = (region.top + row) * width + region.left
    cropped.set(pixels.subarray(start, start + region.width), row * region.width)
  }
  return { pixels: cropped, width: region.width, height: region.height }
}
