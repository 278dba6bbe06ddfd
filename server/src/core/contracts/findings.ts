import type { Viewpoint } from '@walkaround/catalog/image-types'
import type { DamageType } from './damage-types.ts'
import type { PartType } from './part-types.ts'

/** `created_by` of what a model found; clients draw such views from their polygons. */
export const MODEL_AUTHOR = 'algo'

/** Pixels of the upright picture. */
export type Point = [number, number]
export type Box = { xmin: number; ymin: number; width: number; height: number }

/** What a result was made with. The same provenance gives the same result. */
export type Provenance = {
  models: { name: string; version: string; sha256: string }[]
  code_version: string
  /** The numbers a pipeline goes by and, under `facts`, what it was told of the picture beside its pixels. */
  parameters: Record<string, unknown>
  /** Of the working picture. */
  input_sha256: string
}

/** `part`: the size of the part it is on, which is seen as aslant as the damage. */
export const SCALE_SOURCES = ['part', 'sight', 'vehicle_type'] as const
export type ScaleSource = (typeof SCALE_SOURCES)[number]

/** What the size of a damage was told by: a model's scale, or a person who measured. */
export const SIZE_SOURCES = [...SCALE_SOURCES, 'person'] as const
export type SizeSource = (typeof SIZE_SOURCES)[number]

export const PART_SOURCES = ['sight', 'centers_on', 'pixels', 'none'] as const
export type PartSource = (typeof PART_SOURCES)[number]

export type FoundDamage = {
  damage_type: DamageType
  /** Share of such findings that were right on the labelled set. */
  confidence: number
  /** Whether the model itself takes it for one. Others become damages only where a low score threshold asks for them. */
  is_shown: boolean
  bounding_box: Box
  polygons: Point[][]
  /** `ignore` when it is not known. */
  part_type: PartType
  part_confidence: number
  part_source: PartSource
  size_cm: number | null
  size_cm_low: number | null
  size_cm_high: number | null
  /** What its size was told by. Not in results from before: there it is that of the picture. */
  scale_source?: ScaleSource | null
}

/** A part as a picture shows it, in pixels of the upright picture. */
export type FoundPart = { part_type: PartType; confidence: number; bounding_box: Box; polygons: Point[][] }

/** One picture of damage_detection. Holds all candidates; which of them become damages is decided over all pictures. */
export type DamageDetectionResult = {
  damages: FoundDamage[]
  /** Of no damage type, yet worth saying: it ends many repairs. */
  has_deployed_airbag: boolean
  vehicle: Box | null
  scale_source: ScaleSource | null
  /** Nothing smaller can be seen on this picture. */
  min_resolvable_mm: number | null
  /** From where the pixels show it was taken. Not in results from before it was looked for. */
  seen_view?: { prediction: Viewpoint; confidence: number } | null
  /** What it shows of the vehicle. Not in results from before it was looked for. */
  parts?: FoundPart[]
}

/** What is read right away on a picture that somebody took of a plate, a VIN or an odometer. */
export type CaptureReading = {
  value: string | null
  unit: 'km' | 'miles' | null
  /** What it might be instead, the likeliest first. */
  alternatives: string[]
  confidence: number
}

/** What damage_detection says of a picture as a whole. */
export type DamageAnalysis = Pick<
  DamageDetectionResult,
  'min_resolvable_mm' | 'scale_source' | 'has_deployed_airbag'
>

export const WHEEL_NAMES = [
  'wheel_front_left',
  'wheel_front_right',
  'wheel_back_left',
  'wheel_back_right',
] as const
export type WheelName = (typeof WHEEL_NAMES)[number]

/** Confidence -1: our models cannot know. */
export type Prediction = { prediction: string; confidence: number }

const WHEEL_PREDICTIONS = [
  'rim_condition',
  'rim_material',
  'rim_visual_aspect',
  'hubcap_over_rim',
  'hubcap_condition',
  'hubcap_visual_aspect',
] as const

export type FoundWheel = {
  wheel_name: WheelName | null
  bounding_box: Box | null
  predictions: Record<(typeof WHEEL_PREDICTIONS)[number], Prediction>
}

export type WheelAnalysisResult = { wheels: FoundWheel[] }

export type TextLine = { text: string; confidence: number; polygon: Point[] }

export type Reading = {
  value: string
  confidence: number
  candidates: { value: string; confidence: number }[]
}

export const OCR_IMAGE_TYPES = ['PASSPORT', 'ID_FR', 'VEHICLE_REGISTRATION_PAPERS_FR', 'VIN'] as const
export type OcrImageType = (typeof OCR_IMAGE_TYPES)[number]

export const CHECK_DIGITS = ['right', 'wrong', 'not_used'] as const
export type CheckDigit = (typeof CHECK_DIGITS)[number]

/** What the characters of a VIN say of the vehicle. */
export type DecodedVin = {
  region: string | null
  country: string | null
  /** Makers that share the first three characters. */
  manufacturers: string[]
  /** The tenth character comes again after thirty years, and not all makers write the year there. */
  model_years: number[]
}

/** One picture of images_ocr. */
export type ImagesOcrResult = {
  type: OcrImageType | null
  lines: TextLine[]
  /** `decoded` is missing in results of older code. */
  vin: (Reading & { check_digit: CheckDigit; decoded?: DecodedVin }) | null
  plate: (Reading & { country: string | null }) | null
  /** Fields of a document, by the name printed in our documentation. */
  fields: Record<string, Reading>
}

export type OdometerResult = {
  value: number | null
  unit: 'km' | 'miles' | null
  confidence_score: number
  error: string | null
}

/** What of a picture could tell who somebody is. `own_plate` is on the vehicle that the picture is about. */
export type HiddenKind = 'head' | 'other_vehicle' | 'other_plate' | 'own_plate'

/** A place of a picture that people don't see, in shares of its width and height. */
export type HiddenArea = {
  kind: HiddenKind
  box: { left: number; top: number; right: number; bottom: number }
}
