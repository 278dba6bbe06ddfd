import type { Verification } from './verify-report.ts'

const LISTED_MAX = 20
const LABELS = {
  file: 'file',
  signature: 'signature',
  signing_time: 'time of signing',
  authority: 'authority',
  twin: 'attached data',
  code: 'verification code',
  originals: 'original pictures',
} as const

/** One line a check; the last line says what is proven and what is not. */
export function printVerification({ checks, originals, conclusion }: Verification): string {
  const lines = checks.map(
    ({ check, status, detail }) => `${LABELS[check].padEnd(18)} ${status.padEnd(12)} ${detail}`,
  )
  const missing = (originals?.missing ?? []).map(
    ({ image_id, sha256 }) => `  missing    ${image_id} ${sha256}`,
  )
  const additional = (originals?.additional ?? []).map((file) => `  additional ${file}`)
  return [...lines, ...shortenList(missing), ...shortenList(additional), conclusion].map(printable).join('\n')
}

function shortenList(lines: readonly string[]): string[] {
  const rest = lines.length - LISTED_MAX
  return rest > 0 ? [...lines.slice(0, LISTED_MAX), `  and ${rest} more; --json lists all`] : [...lines]
}

// Names come from the file, and characters of control could make a terminal show another result.
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
