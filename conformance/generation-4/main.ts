import { Checks } from '../checks.ts'
import { checkComplaints, listenForComplaints } from '../complaints.ts'
import { checkCapture } from './capture.ts'
import { checkErrors } from './errors.ts'
import { checkReading } from './reading.ts'

const checks = new Checks('G4')
const complaints = listenForComplaints()
await checkCapture(checks)
await checkReading(checks)
await checkErrors(checks)
await checkComplaints(checks, complaints)
checks.end()
