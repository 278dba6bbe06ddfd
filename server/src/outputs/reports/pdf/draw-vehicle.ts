import { type Diagram, diagram } from '@walkaround/catalog/diagram/diagram'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import type { PhotoSource } from './photo-data.ts'

/** On paper the drawing is small. So large its numbers are still as high as the smallest print of the page. */
const PIN_RADIUS = 18

/** The vehicle from five sides with the numbers of the damages, and the damaged parts it has no place for. */
export function drawVehicle({ content, speech }: PhotoSource): Diagram {
  const marks = content.damages.flatMap(({ number, part_types, severity }) =>
    part_types
      .filter((part) => part !== 'ignore')
      .map((part_type) => ({ part_type, number, level: severity?.level ?? 0 })),
  )
  const body = bodyOf(content.vehicle.vehicle_type)
  return diagram({ body, marks, title: speech.words.where, pin_radius: PIN_RADIUS })
}
