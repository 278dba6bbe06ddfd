import type { Context } from '../../core/platform/context.ts'
import type { Signer } from '../../outputs/reports/signing/open-signer.ts'

/** For what the audit of an organization signs; null without a certificate. */
export type AuditContext = Context & { readonly signer: Signer | null }
