import { AuditRecorder } from '../src/privacy/audit/recorder.ts'

// The api as it is, but that nothing is recorded, so that the cost of the audit can be measured.
AuditRecorder.prototype.record = () => {}
AuditRecorder.prototype.recordNow = async () => {}
process.env.API_PORT = process.env.BARE_PORT
process.env.OPERATIONS_PORT = '0'
await import('../src/api.ts')
