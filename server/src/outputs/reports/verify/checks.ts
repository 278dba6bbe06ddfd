const CHECKS = ['file', 'signature', 'signing_time', 'authority', 'twin', 'code', 'originals'] as const
export type CheckName = (typeof CHECKS)[number]
export type CheckStatus = 'ok' | 'FAILED' | 'not checked'

/** What came of one check, with a plain sentence that claims no more than was looked at. */
export type Check = { check: CheckName; status: CheckStatus; detail: string }

/** The file is at fault. The message is a plain sentence. */
export class CheckFailed extends Error {}
