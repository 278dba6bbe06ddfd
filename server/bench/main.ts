import { benchChecks } from './checks.ts'
import { benchInference } from './inference.ts'
import { benchPdf } from './pdf.ts'
import { benchPlans } from './plans.ts'
import { benchCreate, benchList, benchRead } from './requests.ts'

const benches: Record<string, () => Promise<Record<string, unknown>>> = {
  checks: benchChecks,
  create: benchCreate,
  inference: benchInference,
  list: benchList,
  pdf: benchPdf,
  plans: benchPlans,
  read: benchRead,
}
const bench = benches[process.argv[2] ?? '']
if (!bench) {
  console.error(`Usage: pnpm bench <name>\nNames: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const result = await bench()
// The last line is for programs.
console.log(JSON.stringify(result))
process.exit(0)
