export type Claims = {
  sub?: string
  org_id?: string
  exp?: number
  iat?: number
  iss?: string
  permissions?: string[]
}

/** What a token says of itself. Only for showing: whether it is true is the service's to judge. */
export function claimsOf(token: string): Claims {
  try {
    const body: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    if (typeof body !== 'object' || body === null) return {}
    const { sub, org_id, exp, iat, iss, permissions }: Record<string, unknown> = { ...body }
    return {
      ...(typeof sub === 'string' ? { sub } : {}),
      ...(typeof org_id === 'string' ? { org_id } : {}),
      ...(typeof exp === 'number' ? { exp } : {}),
      ...(typeof iat === 'number' ? { iat } : {}),
      ...(typeof iss === 'string' ? { iss } : {}),
      ...(Array.isArray(permissions) ? { permissions: permissions.map(String) } : {}),
    }
  } catch {
    // Not every issuer makes tokens that can be read.
    return {}
  }
}
