import { mergeFree } from '../../core/contracts/limits.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { Context } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import type { VehicleInput } from './schema.ts'

/** What free objects are merged into. */
export type FreeFields = { owner_info: FreeObject | null; additional_data: FreeObject }

/** The columns an input names, whichever spelling it uses. What it leaves out is undefined, which leaves a column alone. */
export function readVehicle(ctx: Context, input: VehicleInput, before: FreeFields) {
  const { mileage, market_value, series, vehicule_age, owner_info, additional_data, ...fields } = input
  const distance = amountOf(mileage, mileage?.mileage_value, mileage?.mileage_unit)
  const price =
    typeof market_value === 'number'
      ? { value: market_value, unit: undefined }
      : amountOf(market_value, market_value?.market_value_value, market_value?.market_value_unit)
  return {
    ...fields,
    serie: firstGiven(input.serie, series),
    vehicle_age: firstGiven(input.vehicle_age, vehicule_age),
    mileage_value: distance.value,
    mileage_unit: distance.unit,
    market_value_value: price.value,
    market_value_unit: price.unit,
    owner_info: owner_info && json(mergeFree(ctx, before.owner_info, owner_info)),
    additional_data:
      additional_data === undefined
        ? undefined
        : json(additional_data === null ? {} : mergeFree(ctx, before.additional_data, additional_data)),
  }
}

type Amount = { value?: number | null; unit?: string | null }

/** Null clears both halves; a half that is left out stays. */
function amountOf(input: Amount | null | undefined, otherValue?: number | null, otherUnit?: string | null) {
  if (input === null) return { value: null, unit: null }
  return { value: firstGiven(input?.value, otherValue), unit: firstGiven(input?.unit, otherUnit) }
}

/** Null is given too: it clears. */
function firstGiven<T>(...spellings: (T | undefined)[]): T | undefined {
  return spellings.find((spelling) => spelling !== undefined)
}
