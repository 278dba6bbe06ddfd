/**
 * A verdict may rest on a measured value where a slower machine can't change it: by file, the expressions, and why. One that
 * ends in … stands for what begins so.
 */
export const ALLOWED: [file: string, texts: string[], reason: string][] = [
  // At least so long: a slow machine only waits longer.
  ['sdk/src/exchange.test.ts', ['performance.now() - startedMs'], 'Retry-After: not before'],
  ['sdk/src/waiting.test.ts', ['performance.now() - startedMs'], 'Retry-After: not before'],
  [
    'sdk/src/upload.test.ts',
    ['performance.now() - startedMs'],
    'the upload has to outlive its own time-out, and a slow machine makes it longer',
  ],
  ['server/src/core/platform/wait-until.test.ts', ['performance.now() - startedMs'], 'pauses: not sooner'],
  [
    'server/src/core/platform/job-watch.test.ts',
    ['dueAt - 200', 'startedAt'],
    'a delayed job: not before its time',
  ],
  ['server/src/http/polling.test.ts', ['first.tookMs', 'late.tookMs'], 'Prefer: wait is not cut short'],
  [
    'server/src/outputs/webhooks/claim-deliveries.test.ts',
    ['(own[n - 1]?.atMs ?? 0) + 5', 'message.atMs'],
    'the order of two events, the second after the pause of the receiver',
  ],
  // A time that was written, beside the clock that it was written by.
  [
    'server/src/outputs/webhooks/failing-receivers.test.ts',
    ['waitS'],
    'Retry-After of an hour, to the minute',
  ],
  [
    'server/src/outputs/webhooks/replay.test.ts',
    ['waitMs'],
    'the next attempt of the table: a later look sees less',
  ],
  [
    'server/src/outputs/webhooks/webhook-endpoints.test.ts',
    ['overlapMs'],
    'the life of a secret, to six minutes',
  ],
  [
    'server/src/outputs/webhooks/wrong-clock.test.ts',
    ['waitS', 'Math.abs(Date.parse(failing_since) - Date.now())'],
    'times of a row by the clock of the database, an hour apart from the wrong one',
  ],
  ['server/src/privacy/retention/retention.test.ts', ['hours'], 'when a rule is due, to half an hour'],
  [
    'server/src/privacy/retention/retention.test.ts',
    ['await Promise.all([old, held, young].map(exists))'],
    'ids that were made of a date years ago',
  ],
  [
    'server/src/inspection/events/create-stream-ticket.test.ts',
    ['lifeMs'],
    'the life of a ticket, to ten seconds',
  ],
  [
    'server/src/http/operations.test.ts',
    ['stoppedMs'],
    'a fault is written down after it was made: an order, by one clock',
  ],
  ['server/test/specification/authentication-gaps.ts', ['Date.now()'], 'the life of a token'],
  [
    'server/test/specification/resource-rows.ts',
    ['Math.abs(Date.now() - Date.parse(createdAt))'],
    'the date of a row, to the hour',
  ],
  [
    'server/test/specification/sequence-rows.ts',
    ['Date.now() + 60_000'],
    'the date of a row is not in the future',
  ],
  // A date that went in comes out again.
  ['server/src/outputs/reports/signing/sign-pdf.test.ts', ['`/M (D:…'], 'the time of signing that was given'],
  ['server/src/core/platform/identity.test.ts', ['{ subject:…'], 'the end of a token that was given'],
  [
    'console/src/session/session.test.ts',
    ['ended.access_token', 'mine.access_token', 'renewed.access_token'],
    'tokens, told by their text',
  ],
  // Which processes there are, and what they may.
  [
    'server/src/outputs/reports/pdf/typesetter.test.ts',
    ['others', '[pid]', 'pid', 'listLayoutChildren()'],
    'the children of this process, by their parent in /proc',
  ],
  [
    'server/src/outputs/reports/pdf/typesetter.test.ts',
    ['cpuLimitMsOf(pid)', 'usedMs + CPU_MS_MAX - 1_000'],
    "the kernel's limit for a child beside the kernel's count: on a slow machine both are larger",
  ],
  [
    'server/src/core/platform/pictures/decoder-process.test.ts',
    ['childrenOf(decoder.temporaryDir)', 'names', 'limits'],
    'the children of this process, their environment and their limits',
  ],
  // Bytes, not of the process: of what it still refers to.
  [
    'server/src/core/platform/pictures/decoder-process.test.ts',
    ['after - before'],
    'bytes of live objects after a collection',
  ],
  [
    'server/src/privacy/exports/export-inspection.test.ts',
    ['growth'],
    'bytes of live buffers after a collection',
  ],
  [
    'server/src/intake/inspections/list-inspections.plan.test.ts',
    ['longest'],
    'judged only at a million rows, which the gate does not have',
  ],
  [
    'e2e/prove/race-start-add.ts',
    ['status === 409 && endMs < startSentMs'],
    'an order: refused before anything was sent that could refuse it',
  ],
  ['e2e/prove/webhook-checks.ts', ['!message.isSigned'], 'a signature is as old as its standard allows'],
  // What hung, in campaigns that say so.
  ['e2e/prove/break-offs.ts', ['performance.now() > untilMs'], 'a watchdog'],
  ['e2e/prove/erasure.ts', ['isDone || performance.now() > untilMs'], 'a watchdog'],
  ['e2e/prove/failover.ts', ['seconds > WRITES_S_MAX'], 'a watchdog'],
  [
    'server/src/core/platform/pdfs/check-active-content.test.ts',
    ['others', 'cpuLimitsOf(pid)', '[pid]', 'pid', 'listPdfChildren()', '[soft > 15 && soft < 75, hard]'],
    'which processes there are, and the limits that the kernel was given for them',
  ],
]
