import { readCertificates } from '../signing/open-signer.ts'
import type { FileFacts } from './check-file.ts'
import { checkInThread } from './check-in-thread.ts'
import { compareOriginals, type Originals, originalsCheck } from './check-originals.ts'
import type { Check, CheckName } from './checks.ts'

export type VerifyWish = { file: string; authorities: string | null; originals: string | null }

export type Verification = {
  is_failed: boolean
  checks: Check[]
  originals: Originals | null
  conclusion: string
}

/** Checks one report with nothing but its bytes, the certificates and the pictures that the reader has. */
export async function verifyReport({ file, authorities, originals }: VerifyWish): Promise<Verification> {
  // A mistake in the reader's own file must not look like one of the report.
  if (authorities !== null) readCertificates(authorities)
  return concludeReport(await checkInThread({ file, authorities }), originals)
}

/** What the bytes say, together with the pictures the reader has. */
export async function concludeReport(facts: FileFacts, originals: string | null): Promise<Verification> {
  const { twin } = facts
  const compared = twin && originals !== null ? await compareOriginals(twin.images, originals) : null
  const checks = compared
    ? [...facts.checks, originalsCheck(compared)]
    : [...facts.checks, ...noOriginals(facts)]
  return {
    is_failed: checks.some(({ status }) => status === 'FAILED'),
    checks,
    originals: compared,
    conclusion: conclude(checks, facts.signer),
  }
}

function noOriginals({ twin }: FileFacts): Check[] {
  const detail = twin
    ? `the report names ${twin.images.length} pictures; give their folder with --originals`
    : 'there is no list of pictures to compare with'
  return [{ check: 'originals', status: 'not checked', detail }]
}

/** No sentence here may say more than the checks above it looked at. */
function conclude(checks: readonly Check[], signer: string | null): string {
  const statusOf = (name: CheckName) => checks.find(({ check }) => check === name)?.status
  const failed = checks.filter(({ status }) => status === 'FAILED').map(({ check }) => check)
  if (failed.length > 0) return `Do not rely on this file: ${failed.join(', ')} failed. Nothing is proven.`
  const isPicturesOk = statusOf('originals') === 'ok'
  const pictures = isPicturesOk ? ' The pictures in the folder are byte for byte those it names.' : ''
  if (signer === null) {
    const rest = 'Not proven: who made this file, and that it is unchanged, because it is not signed.'
    return `${isPicturesOk ? 'Proven only:' : 'Proven: nothing.'}${pictures} ${rest}`
  }
  const who =
    statusOf('authority') === 'ok'
      ? `the file is unchanged since ${signer} signed it, for whom a certificate you gave vouches.`
      : `the file is unchanged since somebody who goes by ${signer} signed it.`
  const name = statusOf('authority') === 'ok' ? '' : 'who that is, '
  return `Proven: ${who}${pictures} Not proven: ${name}when it was signed, whether the certificate was revoked, and whether what the report says is true.`
}
