import { Checks } from '../checks.ts'
import { http } from '../http-client.ts'
import { checkCorrections } from './corrections.ts'
import { checkImages } from './images.ts'
import { checkInspections } from './inspections.ts'
import { checkRequiredFields } from './required-fields.ts'

const checks = new Checks('G3')
await checkInspections(checks)
await checkImages(checks)
await checkCorrections(checks)
await checkRequiredFields(checks)
await http.close()
checks.end()
