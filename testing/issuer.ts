import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA'
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; jwk: object }

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
export const AUDIENCE = 'https://api.walkaround.test/v1/'
export const RS = { alg: 'RS256', kid: 'rsa-1', typ: 'at+jwt' }
export const ES = { alg: 'ES256', kid: 'ec-1', typ: 'at+jwt' }
export const ED = { alg: 'EdDSA', kid: 'ed-1', typ: 'at+jwt' }

export const encode = (value: unknown): string =>
  (value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(text(value))).toString('base64url')

export function createKey(kind: 'rsa' | 'ec' | 'ed', kid: string): SigningKey {
  const { privateKey, publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : kind === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519')
  // No `alg` in the key: the weakest published form, where only the verifier stands against confusion.
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } }
}

function signatureOf(alg: Algorithm, key: KeyObject, input: Buffer): Buffer {
  switch (alg) {
    case 'RS256':
      return sign('sha256', input, key)
    case 'PS256':
      return sign('sha256', input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
    case 'ES256':
      return sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' })
    case 'EdDSA':
      return sign(null, input, key)
  }
}

/** Signs whatever it is given with node:crypto, so that also tokens no library would make can be made. */
export function signRaw(alg: Algorithm, key: KeyObject, header: unknown, payload: unknown): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${encode(signatureOf(alg, key, Buffer.from(input)))}`
}

export function signHmac(secret: string | Buffer, header: object, payload: unknown): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** The keys of one issuer. An RSA key takes a tenth of a second of processor time. */
export const createIssuerKeys = () => ({
  rsa: createKey('rsa', 'rsa-1'),
  ec: createKey('ec', 'ec-1'),
  ed: createKey('ed', 'ed-1'),
})

/** An OpenID issuer on loopback that counts what it is asked and can be made to misbehave. */
export async function startIssuer({ rsa, ec, ed } = createIssuerKeys()) {
  const asked = { discovery: 0, keys: 0, other: 0 }
  const state: {
    keys: object[]
    name: string
    answerKeys: ((reply: ServerResponse) => void) | null
    answerDiscovery: ((reply: ServerResponse) => void) | null
  } = { keys: [rsa.jwk, ec.jwk, ed.jwk], name: '', answerKeys: null, answerDiscovery: null }
  const answer = (reply: ServerResponse, body: object) =>
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  const server = createServer((request, reply) => {
    if (request.url === '/.well-known/openid-configuration') {
      asked.discovery++
      if (state.answerDiscovery) return state.answerDiscovery(reply)
      return answer(reply, { issuer: state.name, jwks_uri: `${state.name}keys` })
    }
    if (request.url === '/keys') {
      asked.keys++
      return state.answerKeys ? state.answerKeys(reply) : answer(reply, { keys: state.keys })
    }
    asked.other++
    return reply.writeHead(404).end()
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  await listen(0)
  // Listening on a port, so the address is an object.
  const { port } = server.address() as AddressInfo
  state.name = `http://127.0.0.1:${port}/`

  let serial = 0
  /** Claims of a token the service accepts, apart from `changes`; a change to undefined removes the claim. */
  const claims = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
    const iat = Math.floor(Date.now() / 1000)
    return {
      iss: state.name,
      aud: AUDIENCE,
      sub: 'auth0|inspector',
      client_id: 'walkaround-app',
      org_id: 'org_alder',
      permissions: ['monk_core_api:inspections:read'],
      iat,
      exp: iat + 3600,
      jti: `token-${++serial}`,
      ...changes,
    }
  }
  /** Signed by the issuer itself: only the changed header or claim can be wrong. */
  const issue = (changes: Record<string, unknown> = {}, header: object = RS) =>
    signRaw('RS256', rsa.privateKey, header, claims(changes))
  /** Names a key that was never published. No signature is looked at then, so it is the cheapest. */
  const issueUnknown = (n: number) =>
    signRaw('ES256', ec.privateKey, { ...ES, kid: `unknown-${n}` }, claims())
  const listenAgain = () => listen(port)
  return { url: state.name, rsa, ec, ed, asked, state, claims, issue, issueUnknown, close, listenAgain }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

/** How the service is told to trust this issuer. */
export function trustIn(issuer: Issuer) {
  return {
    issuer: issuer.url,
    audience: AUDIENCE,
    tokenType: 'at+jwt',
    organizationClaim: 'org_id',
    permissionsClaim: 'permissions',
    clock: { nowMs: () => Date.now() },
  }
}
