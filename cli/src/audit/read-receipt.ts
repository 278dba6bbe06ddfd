import type { AuditEntry } from '@walkaround/sdk'
import { readSigned, refuse } from './read-signed.ts'

/** Which entries a rule let go: from the first up to `sequence`, which had `hash`. */
export type Receipt = {
  sequence: number
  hash: string
  days: number
  rule_by: string | null
  created_at: string
}

/** What an entry says about a removal, and who signed it (null: nobody). Null for an entry about something else. */
export function readReceipt({ operation, reason }: AuditEntry) {
  if (operation !== 'removeAuditEntries') return null
  const receipt = / Receipt: (.+)$/.exec(reason ?? '')?.[1] ?? ''
  if (!receipt.startsWith('{'))
    return readSigned<Receipt>(receipt, 'walkaround-audit-removal+json', 'receipt of a removal')
  try {
    const content: Receipt = JSON.parse(receipt)
    return { content, signer: null, fault: null }
  } catch {
    return refuse('it is damaged.')
  }
}
