import { openPdf, type PdfFile } from '../pdf-structure/pdf-file.ts'
import { UnreadablePdf } from '../pdf-structure/pdf-value.ts'
import { readCertificates } from '../signing/open-signer.ts'
import { checkAuthority, nameOf, requireValidAt } from './check-authority.ts'
import { checkSignature, type SignedBy } from './check-signature.ts'
import { type Check, CheckFailed, type CheckName } from './checks.ts'
import { type FoundSignature, findSignature } from './find-signature.ts'
import { readTwin, type Twin } from './read-twin.ts'

/** What the bytes of a report say. Plain values only: it crosses from a thread. */
export type FileFacts = { checks: Check[]; signer: string | null; twin: Twin | null }

/** `authorities` are certificates in PEM that the reader trusts; null where none were given. */
export async function checkFile(bytes: Buffer, authorities: string | null): Promise<FileFacts> {
  const file = attempt('file', () => openPdf(bytes))
  if ('check' in file) return { checks: [file], signer: null, twin: null }
  const signature = await signatureChecks(file.value, authorities)
  const twin = attempt('twin', () => readTwin(file.value))
  return {
    checks: [...signature.checks, ...twinChecks(twin)],
    signer: signature.signer,
    twin: 'check' in twin ? null : twin.value,
  }
}

async function signatureChecks(
  file: PdfFile,
  authorities: string | null,
): Promise<{ checks: Check[]; signer: string | null }> {
  const found = attempt('signature', () => findSignature(file))
  if ('check' in found) return { checks: [found], signer: null }
  const { value: signature } = found
  if (signature === null) return { checks: [checkUnsigned(authorities !== null)], signer: null }
  const checked = attempt('signature', () => checkSignature(signature))
  if ('check' in checked) return { checks: [checked], signer: null }
  const by = checked.value
  const trusted = authorities === null ? [] : readCertificates(authorities)
  return {
    checks: [
      { check: 'signature', status: 'ok', detail: `over the whole file, by ${nameOf(by.own)}` },
      timeCheck(by, signature),
      await checkAuthority(by, trusted, signature.signed_at),
    ],
    signer: nameOf(by.own),
  }
}

/** Who gives an authority expects a signature; for others a report without one is a report of which less is known. */
function checkUnsigned(expected: boolean): Check {
  return {
    check: 'signature',
    status: expected ? 'FAILED' : 'not checked',
    detail: 'the file has no signature',
  }
}

function timeCheck(by: SignedBy, { signed_at }: FoundSignature): Check {
  const valid = attempt('signing_time', () => requireValidAt(by, signed_at))
  if ('check' in valid) return valid
  const detail = `${signed_at.toISOString()} by the clock of the signer, within the validity of the certificate`
  return { check: 'signing_time', status: 'ok', detail }
}

function twinChecks(read: Attempt<Twin>): Check[] {
  if ('check' in read) return [read]
  const { bytes, content_sha256, code, code_expected } = read.value
  const twin: Check = {
    check: 'twin',
    status: 'ok',
    detail: `${bytes} bytes, SHA-256 of the content ${content_sha256}`,
  }
  if (code === null) return [twin, { check: 'code', status: 'not checked', detail: 'the report has no code' }]
  return [
    twin,
    code === code_expected
      ? {
          check: 'code',
          status: 'ok',
          detail: `${code} is that of the attached data; compare it with the paper`,
        }
      : { check: 'code', status: 'FAILED', detail: `${code} is not that of the attached data` },
  ]
}

type Attempt<T> = { value: T } | Check

function attempt<T>(check: CheckName, read: () => T): Attempt<T> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof CheckFailed) return { check, status: 'FAILED', detail: error.message }
    if (error instanceof UnreadablePdf)
      return { check, status: 'FAILED', detail: `cannot be read: ${error.message}` }
    throw error
  }
}
