import type { DamageType } from '../../../core/contracts/damage-types.ts'
import type { Box, DamageDetectionResult, FoundDamage, FoundPart } from '../../../core/contracts/findings.ts'
import type { AnalyzedImage } from '../../analyzed-image.ts'
import { askIfInstalled } from '../../ask-if-installed.ts'
import { type PartOfDamage, partOfDamage, shareInside } from '../../damage/part-of-damage.ts'
import { factsOf, showsOutside } from '../../damage/picture-facts.ts'
import {
  candidatesOf,
  DAMAGE_SEGMENTER,
  type DamageCandidate,
  segmentDamage,
} from '../../damage/segment-damage.ts'
import { type SegmenterSettings, segmenterSettings } from '../../damage/segmenter-settings.ts'
import {
  type Detection,
  detectVehicle,
  type FractionBox,
  isSameVehicle,
  VEHICLE_DETECTOR,
} from '../../detect-vehicle.ts'
import { fillsPicture } from '../../fills-picture.ts'
import { fittingShare } from '../../part-map/part-on-map.ts'
import { PART_SEGMENTER, type PartMap, segmentParts } from '../../part-map/segment-parts.ts'
import { seenFrom, viewSeen } from '../../part-map/view-seen.ts'
import { boxAround, visibleParts } from '../../part-map/visible-parts.ts'
import { roundPixel } from '../../round.ts'
import type { AnalysisContext, WorkingPicture } from '../../working-picture.ts'
import { minResolvableMm, NO_SIZE, type Scale, scaleOf, sizeOf, sizeOnPart } from './damage-size.ts'
import { tracePolygon } from './trace-polygons.ts'

const CANDIDATES_MAX = 50
const AIRBAG = 'airbag_deployed'

const NOTHING: DamageDetectionResult = {
  damages: [],
  has_deployed_airbag: false,
  vehicle: null,
  scale_source: null,
  min_resolvable_mm: null,
  seen_view: null,
  parts: [],
}

type Gates = Pick<SegmenterSettings['parameters'], 'vehicle_gate' | 'part_gate'>
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
  const looked = await askIfInstalled(asked, PART_SEGMENTER, () =>
    segmentParts(ctx.models, picture.jpeg, detection.main),
  )
  const seen = looked && viewSeen(looked)
  const map = looked && seenFrom(looked, image.seen_from)
  const facts = factsOf(image, detection.main, seen)
  const candidates = candidatesOf(output, manifest)
  const size = { width: image.image_width, height: image.image_height }
  const parts = map ? visibleParts(map, size) : []
  const scale = scaleOf(facts, image, parts)
  const damages = damagesOf(candidates, detection, parameters, map).map((damage) =>
    foundDamage(damage, size, scale, partOfDamage(damage, facts, image.vehicle_type, map), parts),
  )
  return {
    result: {
      damages,
      has_deployed_airbag: candidates.some(({ class_name, is_shown }) => class_name === AIRBAG && is_shown),
      vehicle: facts.vehicle && pixelBox(facts.vehicle.box, image),
      scale_source: scale?.source ?? null,
      min_resolvable_mm: minResolvableMm(scale),
      seen_view: seen,
      parts,
    },
    models: asked,
    parameters: { ...parameters, classes },
  }
}

/** The candidates that are damages on the vehicle, the surest first. */
export function damagesOf(
  candidates: DamageCandidate[],
  detection: Seen,
  { vehicle_gate, part_gate = 0 }: Gates,
  map: PartMap | null,
): Damage[] {
  const isOfVehicle = fillsPicture(detection.main)
  return candidates
    .flatMap((candidate) => {
      const { damage_type } = candidate
      return damage_type === null ? [] : [{ ...candidate, damage_type }]
    })
    .filter((damage) => isOnVehicle(damage, detection, vehicle_gate))
    .slice(0, CANDIDATES_MAX)
    .map((damage) => {
      if (!isOfVehicle) return damage
      const isInPlace = map === null || fittingShare(damage, map) >= part_gate
      return { ...damage, is_shown: damage.is_shown_on_vehicle && isInPlace }
    })
}

/** Close-ups often have another vehicle in the background, so only a large one says where the vehicle is not. */
function isOnVehicle(damage: Damage, { vehicles, main }: Seen, shareMin: number): boolean {
  if (!fillsPicture(main)) return true
  return vehicles.some(
    (vehicle) => isSameVehicle(vehicle, main) && shareInside(damage, vehicle.box) >= shareMin,
  )
}

function foundDamage(
  damage: Damage,
  image: { width: number; height: number },
  scale: Scale | null,
  part: PartOfDamage,
  parts: readonly FoundPart[],
): FoundDamage {
  const polygon = tracePolygon(damage, image)
  const seen = parts.find(({ part_type }) => part_type === part.part_type)
  return {
    damage_type: damage.damage_type,
    confidence: damage.confidence,
    is_shown: damage.is_shown,
    bounding_box: boxAround(polygon),
    polygons: [polygon],
    ...part,
    ...(sizeOf(polygon, part.part_type, scale) ?? sizeOnPart(polygon, seen, image) ?? NO_SIZE),
  }
}

function pixelBox({ left, top, right, bottom }: FractionBox, image: AnalyzedImage): Box {
  return {
    xmin: roundPixel(left * image.image_width),
    ymin: roundPixel(top * image.image_height),
    width: roundPixel((right - left) * image.image_width),
    height: roundPixel((bottom - top) * image.image_height),
  }
}
