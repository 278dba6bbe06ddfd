/** What a machine runs out of for a while: room on a disk, quota, descriptors, memory, processes. */
export const RESOURCE_CODES = [
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EAGAIN',
  'ENOBUFS',
  'ERR_WORKER_INIT_FAILED',
] as const
export type ResourceCode = (typeof RESOURCE_CODES)[number]

const CAUSES_MAX = 8

/** Which of them is behind an error, however deep. Nobody who asked is at fault, and trying again later helps. */
export function resourceBehind(error: unknown, depth = 0): ResourceCode | null {
  if (!(error instanceof Error) || depth > CAUSES_MAX) return null
  const own = 'code' in error ? RESOURCE_CODES.find((code) => code === error.code) : undefined
  if (own) return own
  // A connection that was tried at several addresses.
  const errors = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...errors].reduce<ResourceCode | null>(
    (found, cause) => found ?? resourceBehind(cause, depth + 1),
    null,
  )
}

// Image libraries tell in words only, after strerror(3).
const IN_WORDS: [RegExp, ResourceCode][] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/too many open files/i, 'EMFILE'],
]

export function resourceInWords(message: string): ResourceCode | null {
  return IN_WORDS.find(([words]) => words.test(message))?.[1] ?? null
}
