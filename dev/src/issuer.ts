import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { findAccount } from './issuer-accounts.ts'
import { createMachine, issuerConfiguration } from './issuer-configuration.ts'
import { createIssuer } from './issuer-server.ts'
import { host, readSecrets, readSettings, writePrivateFile } from './settings.ts'

// Its own process, started as: node dev/src/issuer.ts <stack folder>
const settings = readSettings({ ...process.env, STACK_DIR: process.argv[2] })
const secrets = readSecrets(settings)
const configuration = issuerConfiguration(settings, secrets, await readSigningKey())
const describeClient = (id: string) => (findAccount(id) ? createMachine(id, secrets.clientSecret) : undefined)
const server = createIssuer(settings.issuer, configuration, secrets.userPassword, describeClient)
server.listen(settings.ports.issuer, host)
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
})

// Kept in the folder, so that tokens stay valid when the issuer restarts.
async function readSigningKey(): Promise<object> {
  const file = join(settings.dir, 'issuer-key.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: `stack-${Date.now()}`, alg: 'ES256', use: 'sig' }
  writePrivateFile(file, JSON.stringify(key))
  return key
}
