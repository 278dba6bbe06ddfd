import { readCertificates } from '../../outputs/reports/signing/open-signer.ts'
import { checkAuthority, nameOf } from '../../outputs/reports/verify/check-authority.ts'
import type { Check } from '../../outputs/reports/verify/checks.ts'
import type { Verification } from '../../outputs/reports/verify/verify-report.ts'
import { ReceiptRefused, verifyReceipt } from './receipt.ts'
import type { Receipt } from './schema.ts'

/** Checks a receipt with nothing but its bytes and the certificates that the reader has. */
export async function verifyReceiptFile(bytes: Buffer, authorities: string | null): Promise<Verification> {
  const trusted = authorities === null ? [] : readCertificates(authorities)
  try {
    const { receipt, certificates } = verifyReceipt(bytes.toString('utf8'))
    const [own, ...others] = certificates
    if (!own) throw new ReceiptRefused('There is no certificate in the receipt.')
    const checks: Check[] = [
      { check: 'signature', status: 'ok', detail: `over the whole receipt, by ${nameOf(own)}` },
      await checkAuthority({ own, others }, trusted, new Date(receipt.erased_at)),
    ]
    const isFailed = checks.some(({ status }) => status === 'FAILED')
    const who = `${nameOf(own)} says that ${describeErased(receipt)}, for ${receipt.requested_by} (${receipt.reason}).`
    return {
      is_failed: isFailed,
      checks,
      originals: null,
      conclusion: isFailed
        ? 'Do not rely on this receipt: nothing is proven.'
        : `Proven: ${who} Not proven: that no copy is left elsewhere, such as in a backup.`,
    }
  } catch (error) {
    if (!(error instanceof ReceiptRefused)) throw error
    return {
      is_failed: true,
      checks: [{ check: 'signature', status: 'FAILED', detail: error.message }],
      originals: null,
      conclusion: 'Do not rely on this receipt: nothing is proven.',
    }
  }
}

function describeErased({ subject, organization, erased_at, objects, inspections, rows }: Receipt): string {
  return subject === 'keys'
    ? `${rows.organization_keys} keys of ${organization} were destroyed at ${erased_at}, which ${objects} pictures and reports are encrypted with`
    : `${inspections.length} inspections of ${organization} were erased at ${erased_at}, with ${objects} pictures and reports`
}
