import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import type { Vehicles } from '../../core/platform/database-types.ts'
import { lockVehicle } from './lock-vehicle.ts'

/** What is less sure stays a guess beside the vehicle until a person takes it over. */
export const ENTERED_CONFIDENCE_MIN = 0.5

type Text = { prediction: string; confidence: number }
type Mileage = { prediction: number; unit: string | null; confidence: number }

/**
 * What a model read of a vehicle. `is_sure`: it may be entered; else it is only kept beside the entries. `is_confirmed` in a
 * guess: somebody beside the vehicle said so.
 */
export type VehicleReadings = {
  vin?: { guess: Text & FreeObject; is_sure: boolean }
  plate?: { guess: Text & FreeObject; is_sure: boolean }
  mileage?: { guess: Mileage & FreeObject; is_sure: boolean }
}

type Name = keyof VehicleReadings
type Columns = Partial<Pick<Selectable<Vehicles>, 'vin' | 'plate' | 'mileage_value' | 'mileage_unit'>>

/**
 * Keeps what models read in `additional_data`, and enters it into the vehicle unless a person has entered something: a
 * field is written when it is empty or still holds what a model entered. What a model entered is withdrawn when a later
 * reading is unsure: beside another guess it would look like a person's entry. Call it before the inspection is held.
 */
export async function fillVehicle(
  ctx: TransactionContext,
  inspectionId: string,
  readings: VehicleReadings,
): Promise<void> {
  const fields = fieldsOf(readings)
  if (fields.length === 0) return
  const before = await lockVehicle(ctx, inspectionId)
  const guesses: FreeObject = {}
  let entries: Columns = {}
  for (const [name, columns, reading] of fields) {
    const earlier = before.additional_data[name]
    // What a client keeps under the same key is theirs.
    if (earlier !== undefined && !isGuess(earlier)) continue
    // A model does not know better than the person who stood before the vehicle.
    if (earlier?.is_confirmed && !reading.guess.is_confirmed) continue
    const isWritable = isFree(before, columns, earlier)
    guesses[name] = { ...reading.guess, is_entered: reading.is_sure && isWritable }
    if (isWritable) entries = { ...entries, ...(reading.is_sure ? columns : EMPTY[name]) }
  }
  const additional_data = { ...before.additional_data, ...guesses }
  if (isDeepStrictEqual(additional_data, before.additional_data)) return
  // Without its guess beside it nobody could tell that a model made the entry; so then there is none.
  if (Buffer.byteLength(JSON.stringify(additional_data)) > ctx.config.FREE_DATA_BYTES_MAX) return
  await ctx.db
    .updateTable('vehicles')
    .set({ ...entries, additional_data: json(additional_data) })
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .execute()
  await emit(ctx, 'vehicle.updated', inspectionId, { vehicle_id: before.id })
}

function fieldsOf({ vin, plate, mileage }: VehicleReadings) {
  const fields: [Name, Columns, { guess: FreeObject; is_sure: boolean }][] = []
  if (vin) fields.push(['vin', { vin: vin.guess.prediction }, vin])
  if (plate) fields.push(['plate', { plate: plate.guess.prediction }, plate])
  if (mileage) fields.push(['mileage', mileageColumns(mileage.guess), mileage])
  return fields
}

const mileageColumns = (guess: Mileage) => ({ mileage_value: guess.prediction, mileage_unit: guess.unit })

const EMPTY = {
  vin: { vin: null },
  plate: { plate: null },
  mileage: { mileage_value: null, mileage_unit: null },
} as const satisfies Record<Name, Columns>

type Guess = FreeObject & { is_entered: boolean }

function isGuess(value: unknown): value is Guess {
  return typeof value === 'object' && value !== null && 'prediction' in value && 'is_entered' in value
}

/** Nobody entered anything into these columns, or a model did and nobody has changed it since. */
function isFree(row: Columns, columns: Columns, earlier: Guess | undefined): boolean {
  const names = ['vin', 'plate', 'mileage_value', 'mileage_unit'] as const
  const own = names.filter((name) => name in columns)
  if (own.every((name) => row[name] === null)) return true
  const entered: FreeObject = {
    vin: earlier?.prediction,
    plate: earlier?.prediction,
    mileage_value: earlier?.prediction,
    mileage_unit: earlier?.unit,
  }
  return earlier?.is_entered === true && own.every((name) => row[name] === entered[name])
}
