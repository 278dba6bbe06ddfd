import { join } from 'node:path'
import { certificatePaths } from './certificate.ts'
import { postgresUrl } from './postgres.ts'
import { clusterPaths } from './postgres-cluster.ts'
import { audience, bucket, host, readSecrets, region, type Settings, writePrivateFile } from './settings.ts'

/** What the service and the tests need to find the stack, for `node --env-file` and for `set -a; . file`. */
export function writeEnvFile(settings: Settings, { withTls }: { withTls: boolean }): void {
  const { ports, dir, root } = settings
  const secrets = readSecrets(settings)
  const values = {
    DATABASE_URL: postgresUrl(settings, 'walkaround_app'),
    DATABASE_OWNER_URL: postgresUrl(settings, 'walkaround_owner'),
    S3_ENDPOINT: settings.s3Endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: secrets.s3AccessKeyId,
    S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
    OIDC_ISSUER: settings.issuer,
    OIDC_AUDIENCE: audience,
    PICTURE_URL_KEYS: `k1:${secrets.pictureUrlKey}`,
    // Accounts of the stack are clients, whose tokens those of a program are.
    PROGRAMS_MAY_DECIDE: 'true',
    SEALING_KEYS: `k1:${secrets.sealingKey}`,
    API_HOST: host,
    API_PORT: `${ports.api}`,
    OPERATIONS_PORT: `${ports.operations}`,
    WORKER_OPERATIONS_PORT: `${ports.workerOperations}`,
    PUBLIC_URL: `${withTls ? 'https' : 'http'}://${host}:${ports.api}`,
    ...(withTls ? tlsValues(settings) : {}),
    STACK_DIR: dir,
    STACK_CLIENT_SECRET: secrets.clientSecret,
    STACK_USER_PASSWORD: secrets.userPassword,
    STACK_POSTGRES_PID_FILE: clusterPaths(settings).pidFile,
    STACK_POSTGRES_START: `'env STACK_DIR=${dir} ${join(root, 'dev/stack')} start postgres'`,
  }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  writePrivateFile(settings.envFile, lines.join(''))
}

function tlsValues(settings: Settings) {
  const { certificate, key, authority } = certificatePaths(settings)
  return {
    TLS_CERTIFICATE_FILE: certificate,
    TLS_KEY_FILE: key,
    STACK_CA_FILE: authority,
    NODE_EXTRA_CA_CERTS: authority,
    // What curl trusts in the shell of a reader of the guides.
    CURL_CA_BUNDLE: authority,
  }
}
