import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printVerification } from './outputs/reports/verify/print-verification.ts'
import { verifyReport } from './outputs/reports/verify/verify-report.ts'
import { verifyReceiptFile } from './privacy/erasures/verify-receipt-file.ts'

const USAGE =
  'Usage: pnpm verify <report.pdf or receipt.jws> [--originals <folder>] [--certificates <ca.pem>] [--json]'

function readWish() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        originals: { type: 'string' },
        certificates: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return null
    return { ...values, file }
  } catch {
    return null
  }
}

const wish = readWish()
if (wish === null) {
  console.error(USAGE)
  process.exit(2)
}
const { file, originals = null, certificates, json } = wish
try {
  const authorities = certificates === undefined ? null : readFileSync(certificates, 'utf8')
  const verification = file.endsWith('.jws')
    ? await verifyReceiptFile(readFileSync(file), authorities)
    : await verifyReport({ file, originals, authorities })
  console.log(json ? JSON.stringify(verification, null, 2) : printVerification(verification))
  process.exitCode = verification.is_failed ? 1 : 0
} catch (error) {
  // A folder or certificate file of the reader's own that cannot be read: nothing was checked.
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
