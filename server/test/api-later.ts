import { systemClock } from '../src/core/platform/clock.ts'

// The API as it is on another day: every token and signed URL of today has expired.
// Use: node api-later.ts <hours ahead>
const aheadMs = Number(process.argv[2]) * 3_600_000
if (!(aheadMs > 0)) throw new Error('the hours by which the clock is ahead are needed')
systemClock.nowMs = () => Date.now() + aheadMs
await import('../src/api.ts')
