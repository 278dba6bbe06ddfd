/** Which claims of an access token name the organization and the permissions, as the service's settings say. */
export type ClaimNames = { organization_claim: string; permissions_claim: string }

/**
 * A claim by its name. A claim with exactly this name wins, so `https://example.com/org_id` is one name. Otherwise dots
 * lead into objects: `realm_access.roles`.
 */
export function readClaim(claims: object, name: string): unknown {
  const own = new Map<string, unknown>(Object.entries(claims))
  if (own.has(name)) return own.get(name)
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const inner = own.get(name.slice(0, dot))
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue
    const found = readClaim(inner, name.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** Issuers write permissions as a list, or as one text with spaces between (RFC 8693, section 4.2). Null when it is neither. */
export function readPermissions(claim: unknown): string[] | null {
  if (claim === undefined || claim === null) return []
  if (typeof claim === 'string') return claim.split(' ').filter(Boolean)
  if (Array.isArray(claim) && claim.every((item) => typeof item === 'string')) return claim
  return null
}

/** What a token says of itself, unverified: only for showing. Null for a token that cannot be read. */
export function decodeClaims(token: string): Record<string, unknown> | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? { ...claims } : null
  } catch {
    return null
  }
}

/** Who a token is for, unverified: only for showing. */
export function describeCaller(claims: object, names: ClaimNames) {
  const [subject, organization] = [readClaim(claims, 'sub'), readClaim(claims, names.organization_claim)]
  return {
    subject: typeof subject === 'string' ? subject : '',
    org_id: typeof organization === 'string' ? organization : '',
    permissions: readPermissions(readClaim(claims, names.permissions_claim)) ?? [],
  }
}
