import { benchAudit } from './audit.ts'
import { benchChecks } from './checks.ts'
import { benchComparison } from './comparison.ts'
import { benchEncryption } from './encryption.ts'
import { benchGuard } from './guard.ts'
import { benchIdle } from './idle.ts'
import { benchInference } from './inference.ts'
import { benchJobs } from './jobs.ts'
import { benchPair, PAIR_BENCHES } from './pair-benches.ts'
import { benchPdf } from './pdf.ts'
import { benchPlans } from './plans.ts'

const benches: Record<string, () => Promise<Record<string, unknown>>> = {
  ...Object.fromEntries(Object.keys(PAIR_BENCHES).map((name) => [name, () => benchPair(name)])),
  audit: benchAudit,
  checks: benchChecks,
  comparison: benchComparison,
  encryption: benchEncryption,
  guard: benchGuard,
  idle: benchIdle,
  inference: benchInference,
  jobs: benchJobs,
  pdf: benchPdf,
  plans: benchPlans,
}
const bench = benches[process.argv[2] ?? '']
if (!bench) {
  console.error(`Usage: pnpm bench <name>\nNames: ${Object.keys(benches).toSorted().join(', ')}`)
  process.exit(2)
}
const result = await bench()
// The last line is for programs.
console.log(JSON.stringify(result))
process.exit('missed' in result ? 1 : 0)
