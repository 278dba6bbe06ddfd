import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { fillVehicle, type VehicleReadings } from '../../inspection/vehicles/fill-vehicle.ts'
import { readCapture } from './read-capture.ts'
import type { Capture, ReadStep, UpdateCaptureReading } from './schema.ts'

/**
 * What the person beside the vehicle says stands on a picture. It is entered unless somebody of the organization has entered
 * something else; then it is kept beside that. A repeat changes nothing.
 */
export async function updateCaptureReading(
  ctx: Context,
  inspectionId: string,
  step: ReadStep,
  input: UpdateCaptureReading,
): Promise<Capture> {
  await requireInspection(ctx, inspectionId, 'update', { linked: true })
  const capture = await readCapture(ctx, inspectionId)
  if (capture.finished_at) throw new Problem('capture_finished')
  const { image_id = null } = capture.steps.find((one) => one.step === step) ?? {}
  if (!image_id) throw new Problem('capture_step_unknown', { step, known: listTaken(capture) })
  const readings = readingsOf(step, input, image_id)

  return inTransaction(ctx, async (ctx) => {
    await fillVehicle(ctx, inspectionId, readings)
    await lockVisibleInspection(ctx, inspectionId, 'update', { linked: true })
    return readCapture(ctx, inspectionId)
  })
}

const listTaken = ({ steps }: Capture) => steps.filter(({ image_id }) => image_id).map(({ step }) => step)

const ODOMETER = /^\d{1,7}$/

function readingsOf(
  step: ReadStep,
  { value, unit = 'km' }: UpdateCaptureReading,
  image_id: string,
): VehicleReadings {
  const sign = { confidence: 1, is_confirmed: true, image_id }
  const text = { guess: { prediction: value.trim().toUpperCase(), ...sign }, is_sure: true }
  switch (step) {
    case 'plate':
      return { plate: text }
    case 'vin':
      return { vin: text }
    case 'odometer': {
      const digits = value.replace(/[ .,']/g, '')
      if (!ODOMETER.test(digits))
        throw new Problem('request_invalid', {}, [
          { field: 'value', message: 'must have one to seven digits' },
        ])
      return { mileage: { guess: { prediction: Number(digits), unit, ...sign }, is_sure: true } }
    }
  }
}
