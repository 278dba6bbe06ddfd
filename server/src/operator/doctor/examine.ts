import type { Config } from '../../core/platform/config.ts'
import { type Check, warn } from './check.ts'
import { checkBucket } from './check-bucket.ts'
import { checkDatabase } from './check-database.ts'
import { checkIssuer } from './check-issuer.ts'
import { checkMachine } from './check-machine.ts'
import { checkModels } from './check-models.ts'
import { checkCertificate, checkTls } from './check-tls.ts'

/** Everything an installation stands on, in the order in which it is read. */
export async function examine(config: Config, nodeOptions: string): Promise<Check[]> {
  const addresses = (
    [
      'PUBLIC_URL',
      'S3_ENDPOINT',
      'OIDC_ISSUER',
      'INFERENCE_URL',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    ] as const
  ).flatMap((name) => {
    const url = config[name]
    return url === undefined ? [] : [checkTls(name, url)]
  })
  const groups = await Promise.all([
    checkDatabase(config.DATABASE_URL),
    checkBucket(config),
    checkIssuer(config.OIDC_ISSUER),
    Promise.all(addresses),
    checkOwnCertificates(config),
    checkMachine(config, nodeOptions),
    checkModels(config),
    checkOwner(config),
  ])
  return groups.flat()
}

function checkOwnCertificates(config: Config): Check[] {
  const files = [
    ['certificate of the api', config.TLS_CERTIFICATE_FILE, config.TLS_KEY_FILE],
    ['certificate for reports', config.REPORT_SIGNING_CERTIFICATE_FILE, config.REPORT_SIGNING_KEY_FILE],
  ] as const
  return files.flatMap(([name, certificate, key]) =>
    certificate && key ? [checkCertificate(name, certificate, key)] : [],
  )
}

function checkOwner(config: Config): Check[] {
  if (!config.DATABASE_OWNER_URL) return []
  const fix = 'Keep it in a file that only migrate reads, and check the settings of the api and the worker.'
  return [warn('owner', 'these settings contain DATABASE_OWNER_URL, which only migrate may have', fix)]
}
