import { type ClaimNames, decodeClaims, describeCaller } from '@walkaround/sdk/claims'

export type Claims = {
  sub?: string
  org_id?: string
  exp?: number
  iat?: number
  iss?: string
  permissions?: string[]
}

/** Of a service that does not tell them. */
export const DEFAULT_NAMES: ClaimNames = { organization_claim: 'org_id', permissions_claim: 'permissions' }

/** What a token says of itself. Only for showing: whether it is true is the service's to judge. */
export function claimsOf(token: string, names = DEFAULT_NAMES): Claims {
  const claims = decodeClaims(token)
  // Not every issuer makes tokens that can be read.
  if (!claims) return {}
  const { exp, iat, iss } = claims
  const { subject, org_id, permissions } = describeCaller(claims, names)
  return {
    ...(subject ? { sub: subject } : {}),
    ...(org_id ? { org_id } : {}),
    ...(typeof exp === 'number' ? { exp } : {}),
    ...(typeof iat === 'number' ? { iat } : {}),
    ...(typeof iss === 'string' ? { iss } : {}),
    permissions,
  }
}
