import type { DamageType } from '../../../contracts/damage-types.ts'
import type { Box, DamageDetectionResult, FoundDamage, Point } from '../../../contracts/findings.ts'
import { ModelUnavailable } from '../../../inference/model.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import { boxOfCells } from '../../box-of-cells.ts'
import { type PartOfDamage, partOfDamage, shareInside } from '../../damage/part-of-damage.ts'
import { factsOf, showsOutside } from '../../damage/picture-facts.ts'
import {
  candidatesOf,
  DAMAGE_SEGMENTER,
  type DamageCandidate,
  segmentDamage,
} from '../../damage/segment-damage.ts'
import { segmenterSettings } from '../../damage/segmenter-settings.ts'
import { type Detection, detectVehicle, type FractionBox, VEHICLE_DETECTOR } from '../../detect-vehicle.ts'
import { fillsPicture } from '../../fills-picture.ts'
import { roundPixel } from '../../round.ts'
import type { AnalysisContext, WorkingPicture } from '../../working-picture.ts'
import { classifyPart, PART_CLASSIFIER } from './classify-part.ts'
import { minResolvableMm, type Scale, scaleOf, sizeOf } from './damage-size.ts'
import { tracePolygon } from './trace-polygons.ts'

const CANDIDATES_MAX = 50
const AIRBAG = 'airbag_deployed'

const NOTHING: DamageDetectionResult = {
  damages: [],
  has_deployed_airbag: false,
  vehicle: null,
  scale_source: null,
  min_resolvable_mm: null,
}

type Seen = Pick<Detection, 'vehicles' | 'main'>
type Damage = DamageCandidate & { damage_type: DamageType }

/** Everything on one picture that may be a damage, with its part and size as far as they are known. */
export async function runDamageDetection(
  ctx: Pick<AnalysisContext, 'models'>,
  picture: WorkingPicture,
  image: AnalyzedImage,
): Promise<{ result: DamageDetectionResult; models: string[]; parameters: Record<string, unknown> }> {
  if (!showsOutside(image)) return { result: NOTHING, models: [], parameters: {} }
  const { manifest } = ctx.models.get(DAMAGE_SEGMENTER)
  const { classes, parameters } = segmenterSettings(manifest)
  const [output] = await segmentDamage(ctx.models, [picture.jpeg])
  if (!output) throw new Error(`${DAMAGE_SEGMENTER} answered nothing`)
  const asked = [DAMAGE_SEGMENTER]
  const detection = (await askIfInstalled(asked, VEHICLE_DETECTOR, () =>
    detectVehicle(ctx.models, picture.jpeg),
  )) ?? { vehicles: [], main: null }
  const facts = factsOf(image, detection.main)
  const scale = scaleOf(facts, image)
  const candidates = candidatesOf(output, manifest)
  const damages: FoundDamage[] = []
  for (const damage of damagesOf(candidates, detection, parameters.vehicle_gate)) {
    const classify = () =>
      askIfInstalled(asked, PART_CLASSIFIER, () =>
        classifyPart(ctx.models, picture.jpeg, boxOfCells(damage.cells, damage.side)),
      )
    // What is hidden is seldom asked for: its part is not worth a run of a model.
    const part = await partOfDamage(damage, facts, image.vehicle_type, damage.is_shown ? classify : null)
    damages.push(foundDamage(damage, image, scale, part))
  }
  return {
    result: {
      damages,
      has_deployed_airbag: candidates.some(({ class_name, is_shown }) => class_name === AIRBAG && is_shown),
      vehicle: facts.vehicle && pixelBox(facts.vehicle.box, image),
      scale_source: scale?.source ?? null,
      min_resolvable_mm: minResolvableMm(scale),
    },
    models: asked,
    parameters: { ...parameters, classes },
  }
}

/** The segmenter finds damages alone; without the others less is known of them. Null when the model is missing. */
async function askIfInstalled<Answer>(
  asked: string[],
  name: string,
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const answer = await ask()
    if (!asked.includes(name)) asked.push(name)
    return answer
  } catch (error) {
    if (error instanceof ModelUnavailable) return null
    throw error
  }
}

/** The candidates that are damages on the vehicle, the surest first. */
export function damagesOf(candidates: DamageCandidate[], detection: Seen, shareMin: number): Damage[] {
  return candidates
    .flatMap((candidate) => {
      const { damage_type } = candidate
      return damage_type === null ? [] : [{ ...candidate, damage_type }]
    })
    .filter((damage) => isOnVehicle(damage, detection, shareMin))
    .slice(0, CANDIDATES_MAX)
}

/** Close-ups often have another vehicle in the background, so only a large one says where the vehicle is not. */
function isOnVehicle(damage: Damage, { vehicles, main }: Seen, shareMin: number): boolean {
  if (!main || !fillsPicture(main)) return true
  return vehicles.some(({ box }) => shareInside(damage, box) >= shareMin)
}

function foundDamage(
  damage: Damage,
  image: AnalyzedImage,
  scale: Scale | null,
  part: PartOfDamage,
): FoundDamage {
  const polygon = tracePolygon(damage, { width: image.image_width, height: image.image_height })
  return {
    damage_type: damage.damage_type,
    confidence: damage.confidence,
    is_shown: damage.is_shown,
    bounding_box: boxAround(polygon),
    polygons: [polygon],
    ...part,
    ...sizeOf(polygon, part.part_type, scale),
  }
}

function boxAround(polygon: Point[]): Box {
  const [xs, ys] = [polygon.map(([x]) => x), polygon.map(([, y]) => y)]
  const [xmin, ymin] = [Math.min(...xs), Math.min(...ys)]
  return { xmin, ymin, width: roundPixel(Math.max(...xs) - xmin), height: roundPixel(Math.max(...ys) - ymin) }
}

function pixelBox({ left, top, right, bottom }: FractionBox, image: AnalyzedImage): Box {
  return {
    xmin: roundPixel(left * image.image_width),
    ymin: roundPixel(top * image.image_height),
    width: roundPixel((right - left) * image.image_width),
    height: roundPixel((bottom - top) * image.image_height),
  }
}
