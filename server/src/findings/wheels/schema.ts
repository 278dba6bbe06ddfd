import { type Static, Type } from 'typebox'
import { type Box, WHEEL_NAMES } from '../../core/contracts/findings.ts'
import { Nullable, OneOf, Time } from '../../core/contracts/schema.ts'

const Prediction = Type.Object({
  prediction: Type.String(),
  confidence: Type.Number({ description: '-1 if no model can tell' }),
})

export const WheelAnalysis = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['WHEEL_ANALYSIS']),
    inspection_id: Type.String(),
    created_at: Time,
    image_id: Type.String(),
    wheel_name: Nullable(OneOf(WHEEL_NAMES)),
    is_assessed: Type.Boolean({
      description:
        'whether the condition of the rim is known: a confidence of 0.5 or less is as good as a guess, and such a wheel must not be taken for undamaged',
    }),
    rim_condition: Prediction,
    rim_material: Prediction,
    rim_visual_aspect: Prediction,
    hubcap_over_rim: Prediction,
    hubcap_condition: Prediction,
    hubcap_visual_aspect: Prediction,
    bbox: Type.Optional(
      Type.Unsafe<Box>(
        Type.Object(
          { xmin: Type.Number(), ymin: Type.Number(), width: Type.Number(), height: Type.Number() },
          { description: 'pixels of the upright picture' },
        ),
      ),
    ),
  },
  { $id: 'WheelAnalysis' },
)
export type WheelAnalysis = Static<typeof WheelAnalysis>
