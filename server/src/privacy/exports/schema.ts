import { type Static, Type } from 'typebox'
import { Bytes } from '../../core/access/signed-files.ts'
import { Closed, IdOf } from '../../core/contracts/schema.ts'

const ARCHIVE_TYPE = 'application/x-tar'

export const Archive = Bytes(ARCHIVE_TYPE, 'The archive.')

export const ExportParams = Type.Object({ inspection_id: IdOf('inspection') })

const Identity = (name: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: `all inspections with this ${name}; punctuation, spaces and case are ignored`,
    }),
  )

export const ExportVehicleQuery = Closed({ vin: Identity('VIN'), plate: Identity('plate') })
export type ExportVehicleQuery = Static<typeof ExportVehicleQuery>
