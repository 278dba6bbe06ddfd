import { type Static, Type } from 'typebox'
import { DAMAGE_TYPES } from '../../core/contracts/damage-types.ts'
import type { Manifest } from '../inference/manifest.ts'
import { manifestSettings } from '../manifest-settings.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

/** One class of the damage segmenter, in the order of its outputs. The numbers are chosen on the validation set. */
const DamageClass = Type.Object({
  name: Type.String(),
  /** Null for what is looked for but is no damage, such as a deployed airbag. */
  damage_type: Type.Union([Type.Enum(DAMAGE_TYPES), Type.Null()]),
  /** Cells at or above it belong to a finding. */
  mask_threshold: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
  /** Pictures at or above it show the class: its findings are shown by default. */
  present_threshold: Share,
  /** The same where the picture is one of the vehicle and not a close-up: there is more on it that resembles a damage. */
  vehicle_present_threshold: Type.Optional(Share),
  /** Findings that are less sure are not shown by default, however sure it is that their class is in the picture. */
  shown_confidence_min: Type.Optional(Share),
  /** Smaller findings are dropped, as a share of the picture. */
  min_area_share: Share,
  /** Confidence = sigmoid(a · logit(raw score) + b). */
  calibration: Type.Object({ a: Type.Number({ minimum: 0 }), b: Type.Number() }),
})
export type DamageClass = Static<typeof DamageClass>

const Settings = Type.Object({
  classes: Type.Array(DamageClass, { minItems: 1 }),
  parameters: Type.Object({
    input_side: Type.Integer({ minimum: 32 }),
    /** Share of a finding that must lie on the vehicle where a vehicle is found. 0 keeps all findings. */
    vehicle_gate: Share,
    /**
     * Share of a finding on a picture of the vehicle that must show parts such a damage can be on, so that a lamp is broken only
     * where a lamp is. Missing: all findings are shown.
     */
    part_gate: Type.Optional(Share),
  }),
})
export type SegmenterSettings = Static<typeof Settings>

export const segmenterSettings = (manifest: Manifest): SegmenterSettings =>
  manifestSettings(Settings, manifest)
