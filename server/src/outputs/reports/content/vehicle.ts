import { checkDigitOf, isVin } from '../../../analysis/text/vin.ts'
import { objectIn, textIn } from '../../../core/contracts/free-text.ts'
import { minorOf } from '../../../findings/costs/money.ts'
import type { Mileage, ReportInspection, ReportVehicle } from '../report-content.ts'
import type { ReportFacts } from './read-facts.ts'

type Facts = NonNullable<ReportFacts>

export function vehicleOf({ vehicle, images }: Facts): ReportVehicle {
  const { market_value_value, market_value_unit } = vehicle
  const mileage = mileageOf(vehicle)
  const isCurrency = market_value_unit !== null && /^[A-Z]{3}$/.test(market_value_unit)
  return {
    vin: vehicle.vin,
    vin_check: vinCheckOf(vehicle.vin),
    plate: vehicle.plate,
    brand: vehicle.brand,
    model: vehicle.model,
    vehicle_type: vehicle.vehicle_type,
    color: vehicle.color,
    mileage: mileage && {
      ...mileage,
      image_id: images.find(({ odometer }) => odometer?.value === mileage.value)?.id ?? null,
    },
    date_of_circulation: vehicle.date_of_circulation,
    duplicate_keys: vehicle.duplicate_keys,
    market_value:
      market_value_value !== null && isCurrency
        ? { minor: minorOf(market_value_value, market_value_unit), currency: market_value_unit }
        : null,
  }
}

export function mileageOf({
  mileage_value,
  mileage_unit,
}: Pick<Facts['vehicle'], 'mileage_value' | 'mileage_unit'>): Mileage | null {
  if (mileage_value === null) return null
  return { value: mileage_value, unit: mileage_unit === 'miles' ? 'miles' : 'km' }
}

export function vinCheckOf(vin: string | null): ReportVehicle['vin_check'] {
  if (vin === null) return null
  return isVin(vin) ? checkDigitOf(vin) : 'malformed'
}

/** Who, where and when, from what clients send for the report, and from the tasks. */
export function inspectionOf({ inspection, tasks, validations }: Facts): ReportInspection {
  const { additional_data } = inspection
  const given = objectIn(additional_data, 'pdf_data')
  const agent = [textIn(given, 'agent_first_name'), textIn(given, 'agent_last_name')]
    .filter((name) => name !== null)
    .join(' ')
  const starts = tasks.flatMap((task) => task.started_at ?? []).toSorted()
  const ends = tasks.flatMap((task) => task.done_at ?? []).toSorted()
  return {
    type: inspection.inspection_type,
    reference: textIn(additional_data, 'reference') ?? textIn(additional_data, 'claim_number'),
    place: textIn(given, 'agent_company_city'),
    inspector: agent || inspection.creator_id,
    created_at: inspection.created_at,
    started_at: starts[0] ?? null,
    finished_at: tasks.every((task) => task.done_at !== null) ? (ends.at(-1) ?? null) : null,
    validated: validationOf(tasks, validations),
    comment: textIn(given, 'comment'),
  }
}

/** By whoever validated the last task, once all of them are: as the status of the inspection has it. */
function validationOf(
  tasks: Facts['tasks'],
  validations: Facts['validations'],
): ReportInspection['validated'] {
  const last = validations.at(-1)
  if (!last?.created_by || !tasks.every(({ status }) => status === 'VALIDATED')) return null
  return { at: last.created_at, by: last.created_by }
}
