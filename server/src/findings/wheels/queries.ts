import { sql } from 'kysely'
import type { Box, FoundWheel, WheelName } from '../../core/contracts/findings.ts'
import type { Context } from '../../core/platform/context.ts'
import type { WheelAnalysis } from './schema.ts'

/** Wheels as pictures show them. The caller says which ones and in which order. */
export function selectWheels(ctx: Context) {
  return ctx.db
    .selectFrom('wheel_analyses')
    .where('wheel_analyses.org_id', '=', ctx.org_id)
    .select([
      'wheel_analyses.id',
      'wheel_analyses.inspection_id',
      'wheel_analyses.created_at',
      'wheel_analyses.image_id',
      sql<WheelName | null>`wheel_analyses.wheel_name`.as('wheel_name'),
      sql<Box | null>`wheel_analyses.bounding_box`.as('bounding_box'),
      sql<FoundWheel['predictions']>`wheel_analyses.predictions`.as('predictions'),
    ])
}

export type WheelRow = Awaited<ReturnType<ReturnType<typeof selectWheels>['execute']>>[number]

/** At this confidence or below a judgement is as good as a guess. */
const GUESS_CONFIDENCE_MAX = 0.5

function isAssessed({ prediction, confidence }: FoundWheel['predictions']['rim_condition']): boolean {
  return prediction !== 'UNKNOWN' && confidence > GUESS_CONFIDENCE_MAX
}

export function wheelJson({ predictions, bounding_box, ...row }: WheelRow): WheelAnalysis {
  return {
    ...row,
    object_type: 'WHEEL_ANALYSIS',
    is_assessed: isAssessed(predictions.rim_condition),
    ...predictions,
    ...(bounding_box ? { bbox: bounding_box } : {}),
  }
}
