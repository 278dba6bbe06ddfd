import {
  type Client,
  type Report,
  type VerifyReportBeside,
  verifyReport,
  WalkaroundError,
} from '@walkaround/sdk'
import { readSignature, type SignatureFacts } from './read-signature.ts'

export type Verdict =
  /** Byte for byte what the service made. */
  | { kind: 'genuine'; report: VerifyReportBeside; signature: SignatureFacts | null }
  /** It names a report of the service, and is not what the service made. */
  | { kind: 'altered'; report: VerifyReportBeside; signature: SignatureFacts | null }
  /** Byte for byte what somebody handed in: the service made none of it. */
  | { kind: 'uploaded'; report: Report }
  | { kind: 'unknown' }

/** The file stays here: only its digest is compared with what the service says of its report. */
export async function verifyFile(client: Client, file: File, reports: readonly Report[]): Promise<Verdict> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes))
  const signature = readSignature(bytes)
  const same = reports.find((one) => one.sha256 === sha256)
  if (same?.source === 'uploaded') return { kind: 'uploaded', report: same }
  const report = await readReport(client, same?.id ?? signature?.reportId)
  if (!report) return { kind: 'unknown' }
  return { kind: report.sha256 === sha256 ? 'genuine' : 'altered', report, signature }
}

async function readReport(client: Client, id: string | null | undefined): Promise<VerifyReportBeside | null> {
  if (!id) return null
  try {
    return await verifyReport(client, id)
  } catch (error) {
    if (error instanceof WalkaroundError && error.status === 404) return null
    throw error
  }
}

function hexOf(digest: ArrayBuffer): string {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
