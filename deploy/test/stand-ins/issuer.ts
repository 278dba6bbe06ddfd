import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// In the place of the image keycloak: an issuer with the realm of deploy/compose/realm.json. Whoever asks gets a token of its
// first user: signing in is not what it is for.
const { KC_HOSTNAME = '', KC_HTTP_RELATIVE_PATH = '', DOMAIN = '' } = process.env
const realm = JSON.parse(readFileSync('/opt/keycloak/data/import/realm.json', 'utf8'))
const issuer = `${KC_HOSTNAME}/realms/${realm.realm}`
const path = `${KC_HTTP_RELATIVE_PATH}/realms/${realm.realm}`
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const kid = 'one'

const pages: Record<string, () => object> = {
  [`${path}/.well-known/openid-configuration`]: () => ({
    issuer,
    jwks_uri: `${issuer}/keys`,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/authorize`,
  }),
  [`${path}/keys`]: () => ({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' }],
  }),
  [`${path}/token`]: () => ({ access_token: createToken() }),
}

function createToken(): string {
  const [user] = realm.users
  const [audience, organization] = realm.clients[0].protocolMappers.map(
    ({ config }: { config: object }) => config,
  )
  const [outer, inner] = organization['claim.name'].split('.')
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: issuer, sub: user.username, iat, exp: iat + 3600 },
    aud: audience['included.custom.audience'].replace(/\$\{DOMAIN\}/, DOMAIN),
    realm_access: { roles: user.realmRoles },
    [outer]: { [inner]: organization['claim.value'] },
  }
  const parts = [{ alg: 'EdDSA', typ: 'JWT', kid }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign(null, Buffer.from(parts.join('.')), privateKey)
  return [...parts, signature.toString('base64url')].join('.')
}

createServer((request, response) => {
  const page = pages[request.url ?? '']
  response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(page?.() ?? {}))
}).listen(8080)
process.on('SIGTERM', () => process.exit())
