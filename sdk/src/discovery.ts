/** What an issuer says of itself, as far as this project's programs use it. */
export type IssuerMetadata = {
  issuer: string
  authorization_endpoint?: string
  device_authorization_endpoint?: string
  end_session_endpoint?: string
  jwks_uri?: string
  token_endpoint?: string
}

export type DiscoveryOptions = { signal?: AbortSignal }

/** The issuer answered, but not with its own description. */
export class DiscoveryError extends Error {
  /** What the issuer calls itself, where that is another name. */
  readonly named: string | undefined

  constructor(message: string, named?: string) {
    super(message)
    this.name = 'DiscoveryError'
    this.named = named
  }
}

/** Where an issuer describes itself (OpenID Connect Discovery 1.0, section 4). */
export const discoveryUrl = (issuer: string): string =>
  `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`

/**
 * Reads how an issuer describes itself. It must call itself exactly what it is called here, with or without the slash
 * at the end: tokens name it like that.
 */
export async function discoverIssuer(
  issuer: string,
  options: DiscoveryOptions = {},
): Promise<IssuerMetadata> {
  const address = discoveryUrl(issuer)
  // An issuer that answers with a redirect names another place than itself.
  const answer = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    ...options,
  })
  if (answer.status !== 200) throw new DiscoveryError(`${address} answers ${answer.status}.`)
  const document: unknown = await answer.json()
  if (!isMetadata(document)) throw new DiscoveryError(`${address} does not describe an issuer.`)
  if (document.issuer !== issuer)
    throw new DiscoveryError(`The issuer calls itself ${document.issuer}, not ${issuer}.`, document.issuer)
  return document
}

const ADDRESSES = [
  'authorization_endpoint',
  'device_authorization_endpoint',
  'end_session_endpoint',
  'jwks_uri',
  'token_endpoint',
]

function isMetadata(value: unknown): value is IssuerMetadata {
  if (typeof value !== 'object' || value === null || !('issuer' in value)) return false
  const told = new Map<string, unknown>(Object.entries(value))
  return (
    typeof value.issuer === 'string' &&
    ADDRESSES.every((name) => !told.has(name) || URL.canParse(String(told.get(name))))
  )
}
