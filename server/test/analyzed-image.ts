import type { AnalyzedImage } from '../src/analysis/analyzed-image.ts'

/** A picture of which nothing is known but its size. */
export function analyzedImage(changes: Partial<AnalyzedImage> = {}): AnalyzedImage {
  return {
    id: 'a',
    inspection_id: 'i',
    image_width: 1600,
    image_height: 1200,
    image_type: 'beauty_shot',
    image_sibling_key: null,
    details: {},
    sight_id: null,
    additional_data: {},
    detailed_viewpoint: null,
    seen_from: null,
    vehicle_type: null,
    arguments: {},
    ...changes,
  }
}
