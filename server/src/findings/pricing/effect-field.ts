import { Type } from 'typebox'
import { Nullable } from '../../core/contracts/schema.ts'
import { EstimateEffect } from './estimate-schema.ts'

/** What every answer to a correction has beside the thing itself. */
export const Effect = { estimate_effect: Type.Optional(Nullable(EstimateEffect)) }
