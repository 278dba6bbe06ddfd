import { type Diagram, diagram } from '@walkaround/catalog/diagram/diagram'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import type { PhotoSource } from './photo-data.ts'

/** The vehicle from five sides with the numbers of the damages, and the damaged parts it has no place for. */
export function drawVehicle({ content, speech }: PhotoSource): Diagram {
  const marks = content.damages.flatMap(({ number, part_types, severity }) =>
    part_types
      .filter((part) => part !== 'ignore')
      .map((part_type) => ({ part_type, number, level: severity?.level ?? 0 })),
  )
  return diagram({ body: bodyOf(content.vehicle.vehicle_type), marks, title: speech.words.where })
}
