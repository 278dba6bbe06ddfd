import type { AuditEntry } from '@walkaround/sdk'
import { type Receipt, readReceipt } from './read-receipt.ts'

type Found = { place: string; content: Receipt; signer: string | null }

/** Where an audit begins, and the receipts in it that say why. An entry before that is missing without a receipt was removed. */
export class AuditStart {
  readonly signers = new Set<string>()
  readonly faults: string[] = []
  readonly #receipts: Found[] = []
  #first: AuditEntry | null = null

  /** Takes the entries in their order. */
  add(entry: AuditEntry): void {
    this.#first ??= entry
    const read = readReceipt(entry)
    if (read?.fault) this.faults.push(`The receipt in entry ${entry.id}: ${read.fault}`)
    if (read?.content) this.#receipts.push({ place: entry.id ?? '', ...read })
    if (read?.signer) this.signers.add(read.signer)
  }

  /** The last entry that is missing at the beginning; 0 for none. */
  get removed(): number {
    return this.#first ? Number(this.#first.id) - 1 : 0
  }

  /** The one that says that these, and no others, were removed. */
  get receipt(): Receipt | null {
    return this.#found?.content ?? null
  }

  get #found(): Found | undefined {
    return this.#receipts.find(({ content }) => content.sequence === this.removed)
  }

  /** `isSigned`: something in this audit is. Then a receipt that nobody signed may be of anybody. */
  judge(hashOf: (entry: AuditEntry, before: string) => string, isSigned: boolean): string[] {
    const [first, found] = [this.#first, this.#found]
    if (!first || this.removed === 0) return this.faults
    if (!found) return [...this.faults, this.#missing()]
    const faults = [...this.faults]
    if (found.signer === null && isSigned) faults.push(`The receipt in entry ${found.place} is not signed.`)
    if (first.hash !== hashOf(first, found.content.hash))
      faults.push(`Entry ${first.id} was changed, or one before it.`)
    return faults
  }

  #missing(): string {
    const covered = Math.max(0, ...this.#receipts.map(({ content }) => content.sequence))
    const what = this.removed === 1 ? 'Entry 1 is missing' : `Entries 1 to ${this.removed} are missing`
    return covered === 0
      ? `${what}, and no receipt says that a rule removed them.`
      : `${what}. The receipt covers entries 1 to ${covered}.`
  }
}
