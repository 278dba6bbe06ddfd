import type { DamageType } from '../../../core/contracts/damage-types.ts'
import type { Box, Point } from '../../../core/contracts/findings.ts'
import type { PartType } from '../../../core/contracts/part-types.ts'

export const VERDICTS = ['new', 'worsened', 'unchanged', 'repaired', 'not_comparable', 'uncertain'] as const
export type Verdict = (typeof VERDICTS)[number]

export const REASONS = [
  'absent_and_visible',
  'searched_again',
  'would_have_shown',
  'grown',
  'type_escalated',
  'within_error',
  'found_same_place',
  'gone_and_visible',
  'not_in_pictures',
  'part_cropped',
  'occluded',
  'too_small',
  'blurred',
  'dark',
  'glare',
  'not_aligned',
  'weak_match',
  'low_score_before',
  'size_unknown',
  'part_unknown',
] as const
export type Reason = (typeof REASONS)[number]

export const SIGNALS = [
  'same_picture',
  'time_contradiction',
  'time_unknown',
  'identity_differs',
  'older_than_inspection',
  'edited',
] as const
export type SignalName = (typeof SIGNALS)[number]

/** Grey, the longest side at most 640 pixels. */
export type Raster = { pixels: Uint8Array; width: number; height: number }

/** In pixels of the picture. */
export type ComparedPart = {
  part_type: PartType
  polygons: Point[][]
  bounding_box: Box
  confidence: number
}

export type CapturedAtSource = 'camera' | 'client' | 'upload'

export type ComparedPicture = {
  image_id: string
  width: number
  height: number
  viewpoint: string | null
  is_close_up: boolean
  sibling_of: string | null
  parts: ComparedPart[]
  mm_per_pixel: number | null
  mm_error_share: number | null
  /** 0 to 1, below 0.5 bad. */
  quality: { blurriness: number; overexposure: number; underexposure: number; lens_flare: number } | null
  captured_at: string | null
  captured_at_source: CapturedAtSource
  sha256: string
  perceptual_hash: string | null
  software: string | null
  raster: Raster
}

export type DamageSighting = {
  image_id: string
  polygons: Point[][]
  bounding_box: Box
  score: number | null
  length_mm: number | null
  length_error_mm: number | null
}

export type ComparedDamage = {
  damage_id: string
  damage_type: DamageType
  part_type: PartType | null
  is_added_by_person: boolean
  sightings: DamageSighting[]
}

export type Side = {
  inspection_id: string
  created_at: string
  vin: string | null
  plate: string | null
  pictures: ComparedPicture[]
  damages: ComparedDamage[]
}

/** What the damage network answered on one picture: probabilities on a grid, class after class, and presence per class. */
export type DamageGrid = {
  image_id: string
  side: number
  classes: { name: string; damage_type: DamageType | null }[]
  masks: Float32Array
  present: Float32Array
}

export type ReasonGiven = { reason: Reason; values: Record<string, number | string> }

/** Three rows of three: pixels of the later picture to pixels of the earlier one. */
export type Matrix = [number, number, number, number, number, number, number, number, number]

export type Sighting = {
  /** Null: the same place, where nothing was found. */
  damage_id: string | null
  image_id: string
  /** In pixels of the picture: the outline, or where it would be. */
  polygons: Point[][]
  bounding_box: Box
  score: number | null
  length_mm: number | null
  length_error_mm: number | null
  min_resolvable_mm: number | null
  captured_at: string | null
  captured_at_source: CapturedAtSource
  sha256: string
  /** On the earlier side: pixels of the later picture to pixels of this one; null: not aligned. */
  alignment: Matrix | null
}

export type Pair = { earlier: Sighting | null; later: Sighting | null }

export type ComparedPlace = Pair & {
  proposed_verdict: Verdict
  certainty: number
  part_type: PartType | null
  damage_type: DamageType | null
  reasons: ReasonGiven[]
  other_pairs: Pair[]
}

export type Signal = {
  signal: SignalName
  earlier_image_id: string | null
  later_image_id: string | null
  values: Record<string, number | string>
}

export type ComparedPanels = {
  compared: PartType[]
  not_seen_before: PartType[]
  not_seen_now: PartType[]
}

export type Compared = { places: ComparedPlace[]; signals: Signal[]; panels: ComparedPanels }
