import type { DamageType } from '../../core/contracts/damage-types.ts'

/** A damage as cells of a square grid laid over the picture. */
export type DamageArea = { damage_type: DamageType; cells: Uint32Array; side: number }
