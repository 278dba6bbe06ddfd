import { Checks } from '../checks.ts'
import { checkComplaints, listenForComplaints } from '../complaints.ts'
import { checkCorrections } from './corrections.ts'
import { checkCreate } from './create.ts'
import { checkErrors } from './errors.ts'
import { checkFindings } from './findings.ts'
import { checkImages } from './images.ts'
import { checkLists } from './lists.ts'
import { checkPricing } from './pricing.ts'
import { checkReports } from './reports.ts'
import { checkRetries } from './retries.ts'
import { checkTasks } from './tasks.ts'
import { checkUploads } from './uploads.ts'

const checks = new Checks('G5')
const complaints = listenForComplaints()
await checkCreate(checks)
await checkUploads(checks)
await checkImages(checks)
await checkTasks(checks)
await checkFindings(checks)
await checkCorrections(checks)
await checkPricing(checks)
await checkReports(checks)
await checkLists(checks)
await checkErrors(checks)
await checkRetries(checks)
await checkComplaints(checks, complaints)
checks.end()
