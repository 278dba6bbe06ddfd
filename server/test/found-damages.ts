import type { FusedImage } from '../src/analysis/tasks/damage-detection/sightings.ts'
import type { DamageDetectionResult, FoundDamage } from '../src/core/contracts/findings.ts'

export function scratchOf(changes: Partial<FoundDamage> = {}): FoundDamage {
  return {
    damage_type: 'scratch',
    confidence: 0.7,
    is_shown: true,
    bounding_box: { xmin: 100, ymin: 100, width: 50, height: 20 },
    polygons: [
      [
        [100, 100],
        [150, 100],
        [150, 120],
      ],
    ],
    part_type: 'door_front_left',
    part_confidence: 0.8,
    part_source: 'sight',
    size_cm: null,
    size_cm_low: null,
    size_cm_high: null,
    ...changes,
  }
}

/** A picture and what was found on it. */
export function seenOn(
  id: string,
  damages: FoundDamage[],
  image: Partial<FusedImage> = {},
  result: Partial<DamageDetectionResult> = {},
) {
  return {
    image: {
      id,
      image_width: 1600,
      image_height: 1200,
      image_sibling_key: null,
      sight_id: null,
      additional_data: {},
      detailed_viewpoint: null,
      ...image,
    },
    result: {
      damages,
      has_deployed_airbag: false,
      vehicle: null,
      scale_source: null,
      min_resolvable_mm: null,
      ...result,
    },
  }
}
