import { type Static, Type } from 'typebox'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import type { Manifest } from '../inference/manifest.ts'
import { manifestSettings } from '../manifest-settings.ts'
import { VIEWPOINTS } from '../viewpoint.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })
const PartType = Type.Enum(PART_TYPES)

/**
 * One class of the part segmenter, in the order of its outputs. A part that is on both sides, or at both ends, is one class
 * and two part types; the background has none.
 */
const PartClass = Type.Object({
  name: Type.String(),
  part_type: Type.Optional(PartType),
  left: Type.Optional(PartType),
  right: Type.Optional(PartType),
  front: Type.Optional(PartType),
  back: Type.Optional(PartType),
})
export type PartClass = Static<typeof PartClass>

const Settings = Type.Object({
  classes: Type.Array(PartClass, { minItems: 2 }),
  parameters: Type.Object({
    input_side: Type.Integer({ minimum: 64 }),
    /** The vehicle's box grows by this share of itself to each side before it is cut out. */
    margin: Share,
    /** Where the camera stood, in the order of the output `views`. */
    views: Type.Array(Type.Enum(VIEWPOINTS), { minItems: 1 }),
    /** A view of at least this probability is believed. */
    view_threshold: Share,
    /** A damage is said to be on a part that is at least this sure; the confidence is calibrated as below. */
    part_threshold: Share,
    /** And which shows this share of parts at least: what lies mostly on the ground or the background is on no part. */
    part_share_min: Type.Optional(Share),
    /** Left is told from right where it is at least this sure. */
    side_threshold: Share,
    /** Cells of at least this probability belong to a visible part. */
    visible_threshold: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    /** Smaller visible parts are dropped, as a share of what was looked at. */
    visible_share_min: Share,
    /** Confidence = sigmoid(a · logit(share of the part) + b). Chosen on the validation set. */
    calibration: Type.Object({ a: Type.Number({ minimum: 0 }), b: Type.Number() }),
  }),
})
export type PartSegmenterSettings = Static<typeof Settings>

export const partSegmenterSettings = (manifest: Manifest): PartSegmenterSettings =>
  manifestSettings(Settings, manifest)
