import { LIMIT_SETTINGS } from './limit-settings.ts'
import {
  ConfigMistakes,
  convertSetting,
  mistakeIn,
  type Setting,
  type SettingKind,
} from './setting-mistakes.ts'

/** Every setting of the service. `docs/configuration.md` is generated from this table. */
export const SETTINGS = {
  DATABASE_URL: { kind: 'database', means: 'PostgreSQL, as role walkaround_app (no BYPASSRLS)' },
  DATABASE_OWNER_URL: {
    kind: 'database',
    means: 'PostgreSQL, as the owner of the tables; only migrate uses it',
    optional: true,
  },
  DATABASE_CONNECTIONS: {
    kind: 'count',
    means: 'connections a process may hold, beside the two to four of its job engine',
    default: '10',
  },
  S3_ENDPOINT: { kind: 'url', means: 'S3 endpoint of the object store' },
  S3_REGION: { kind: 'text', means: 'S3 region', default: 'us-east-1' },
  S3_BUCKET: { kind: 'text', means: 'bucket for pictures' },
  S3_ACCESS_KEY_ID: { kind: 'text', means: 'S3 access key' },
  S3_SECRET_ACCESS_KEY: { kind: 'secret', means: 'S3 secret key' },
  OIDC_ISSUER: { kind: 'url', means: 'issuer whose access tokens are accepted' },
  OIDC_AUDIENCE: { kind: 'text', means: 'audience a token must name' },
  CONSOLE_CLIENT_ID: {
    kind: 'text',
    means: 'client id of the review console at the issuer: a public client with PKCE',
    default: 'console',
  },
  OIDC_TOKEN_TYPE: {
    kind: 'text',
    means: 'the `typ` a token must carry (RFC 9068); `JWT` for issuers that do not follow it',
    default: 'at+jwt',
  },
  OIDC_ORGANIZATION_CLAIM: { kind: 'text', means: 'claim that holds the organization id', default: 'org_id' },
  OIDC_PERMISSIONS_CLAIM: {
    kind: 'text',
    means: 'claim that holds the list of permissions',
    default: 'permissions',
  },
  PUBLIC_URL: { kind: 'base_url', means: 'address clients reach the service at; picture URLs start with it' },
  PICTURE_URL_KEYS: {
    kind: 'keys',
    means: 'keys that sign picture URLs, `id:hex,id:hex`; the first signs, all verify',
  },
  SEALING_KEYS: {
    kind: 'keys',
    means:
      'keys that encrypt webhook secrets and the headers of callbacks in the database, `id:hex,id:hex`; the first seals, all open',
  },
  PICTURE_URL_TTL_S: { kind: 'seconds', means: 'seconds a picture URL lives at least', default: '3600' },
  PICTURE_URL_WINDOW_S: {
    kind: 'seconds',
    means: 'seconds within which the same picture has the same URL',
    default: '900',
  },
  API_HOST: { kind: 'text', means: 'address the API listens on', default: '127.0.0.1' },
  API_PORT: { kind: 'port', means: 'port the API listens on', default: '8080' },
  TLS_CERTIFICATE_FILE: {
    kind: 'file',
    means: 'certificate chain; with it the API speaks TLS',
    optional: true,
  },
  TLS_KEY_FILE: { kind: 'file', means: 'key of the certificate', optional: true },
  OPERATIONS_HOST: {
    kind: 'text',
    means: 'address of the operations listener (health, metrics)',
    default: '127.0.0.1',
  },
  OPERATIONS_PORT: { kind: 'port', means: 'port of the API process operations listener', default: '8081' },
  WORKER_OPERATIONS_PORT: {
    kind: 'port',
    means: 'port of the worker process operations listener',
    default: '8082',
  },
  WORKER_CONCURRENCY: {
    kind: 'count',
    means:
      'batches of four image jobs a worker runs at once, beside one kept for organizations that have none running',
    default: '4',
  },
  DECODE_CHILDREN: {
    kind: 'count',
    means: 'picture decoders an API process runs; one organization uses all but one of them at once',
    default: '2',
  },
  DECODE_TIMEOUT_MS: {
    kind: 'milliseconds',
    means: 'milliseconds a picture may take to decode',
    default: '10000',
  },
  TEMPORARY_DIR: { kind: 'text', means: 'folder for uploads in flight', default: '/tmp/walkaround' },
  ...LIMIT_SETTINGS,
  DOWNLOAD_ALLOW_HTTP: {
    kind: 'boolean',
    means: 'accept http:// in download_from_url beside https://',
    default: 'false',
  },
  WEBHOOK_ALLOW_HTTP: {
    kind: 'boolean',
    means: 'accept http:// for webhook endpoints and callbacks beside https://',
    default: 'false',
  },
  WEBHOOK_SENDING: {
    kind: 'boolean',
    means: 'whether webhooks and callbacks are sent; `false` for a copy of another installation',
    default: 'true',
  },
  WEBHOOK_ENDPOINTS_MAX: {
    kind: 'count',
    means: 'webhook endpoints of one organization, where it has no quota of its own',
    default: '50',
  },
  WEBHOOK_REPLAY_MAX: {
    kind: 'count',
    means: 'events that one request sends to a webhook endpoint again',
    default: '10000',
  },
  REPORT_BYTES_MAX: { kind: 'count', means: 'bytes of one uploaded PDF', default: '26214400' },
  REPORT_TIMEOUT_MS: {
    kind: 'milliseconds',
    means:
      'milliseconds of processor time a report may take to lay out; by the clock four times as many, at most 240000',
    default: '60000',
  },
  REPORT_SIGNING_KEY_FILE: {
    kind: 'file',
    means:
      'private key that signs reports: PEM, EC P-256 or P-384 or RSA of at least 2048 bits; without it reports are not signed',
    optional: true,
  },
  REPORT_SIGNING_CERTIFICATE_FILE: {
    kind: 'file',
    means: 'certificate of that key in PEM, followed by those that vouch for it',
    optional: true,
  },
  CURRENCY: { kind: 'currency', means: 'currency of prices, ISO 4217', default: 'EUR' },
  ESTIMATE_REGION: {
    kind: 'text',
    means: 'region whose table estimates are made by, where the task names none',
    default: 'DE',
  },
  ESTIMATE_TABLES_DIR: {
    kind: 'text',
    means: "folder of estimate tables; without it the service's own starting values",
    optional: true,
  },
  WEAR_PACK: {
    kind: 'text',
    means:
      'id of the wear rules that estimates go by, where the task names none; without it all damage is charged',
    optional: true,
  },
  WEAR_PACKS_DIR: {
    kind: 'text',
    means: "folder of wear rules; without it the service's own",
    optional: true,
  },
  SERVICE_NAME: { kind: 'text', means: 'who runs the service, as reports say it', default: 'Walkaround' },
  REPORT_TIME_ZONE: { kind: 'time_zone', means: 'zone of the times in reports, IANA name', default: 'UTC' },
  REPORT_PAPER: { kind: 'paper', means: 'paper of reports, a4 or letter', default: 'a4' },
  RATE_LIMIT_PER_MINUTE: {
    kind: 'count',
    means:
      'requests a minute of one caller at one API process, beside the quota of the organization; without it there is none. Adding images is never limited by it, because clients do not repeat a refused upload',
    optional: true,
  },
  EVENT_POLL_MS: {
    kind: 'milliseconds',
    means: 'milliseconds an event waits without a hint',
    default: '1000',
  },
  EVENT_LOG_S: { kind: 'seconds', means: 'seconds a stream can be resumed after', default: '86400' },
  EVENT_STREAMS_MAX: {
    kind: 'count',
    means: 'open event streams of an API process; one organization has half of them at most',
    default: '5000',
  },
  EVENT_STREAMS_PER_CALLER_MAX: { kind: 'count', means: 'of them, those of one caller', default: '100' },
  EVENT_BUFFER_BYTES_MAX: { kind: 'count', means: 'bytes that wait for a slow stream', default: '1048576' },
  IDEMPOTENCY_KEY_TTL_S: {
    kind: 'seconds',
    means: 'seconds for which a repeated Idempotency-Key gets the first answer again',
    default: '86400',
  },
  UPLOAD_GRACE_S: {
    kind: 'seconds',
    means: 'seconds after which a stored picture without a row is removed',
    default: '900',
  },
  DRAIN_WAIT_MS: {
    kind: 'milliseconds',
    means: 'milliseconds between "not ready" and closing the listener on SIGTERM',
    default: '5000',
  },
  BUILD_REVISION: {
    kind: 'text',
    means: 'revision the service was built from; recorded with every result of a model',
    optional: true,
  },
  MODELS_DIR: { kind: 'text', means: 'folder of models; without it that of the repository', optional: true },
  INFERENCE_THREADS: {
    kind: 'count',
    means: 'model calls at once; without it the cores, max 8',
    optional: true,
  },
  INFERENCE_URL: { kind: 'url', means: 'model server (OIP v2); without it models run here', optional: true },
  INFERENCE_TIMEOUT_MS: {
    kind: 'milliseconds',
    means: 'milliseconds a model server may take',
    default: '30000',
  },
  MODEL_SERVER_HOST: { kind: 'text', means: 'address our model server listens on', default: '127.0.0.1' },
  MODEL_SERVER_PORT: { kind: 'port', means: 'port our model server listens on', default: '8083' },
  MODEL_SERVER_BYTES_MAX: { kind: 'count', means: 'bytes of one call to it', default: '67108864' },
  LOG_LEVEL: { kind: 'level', means: 'lines less important than this are not logged', default: 'info' },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS
type ValueOf<K extends SettingKind> = K extends 'port' | 'count' | 'seconds' | 'milliseconds'
  ? number
  : K extends 'boolean'
    ? boolean
    : string
type Value<S> = S extends { kind: infer K extends SettingKind }
  ? S extends { optional: true }
    ? ValueOf<K> | undefined
    : ValueOf<K>
  : never

export type Config = { readonly [N in SettingName]: Value<(typeof SETTINGS)[N]> }

/** All settings, or the named ones for a process that needs no others. */
export function readConfig<N extends SettingName = SettingName>(
  environment: Record<string, string | undefined>,
  names?: readonly N[],
): Pick<Config, N> {
  const mistakes: string[] = []
  const values: Record<string, string | number | boolean | undefined> = {}
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    if (names && !names.some((wanted) => wanted === name)) continue
    const text = environment[name] ?? setting.default
    if (text === undefined || text === '') {
      if (!setting.optional) mistakes.push(`${name} is missing: ${setting.means}`)
      continue
    }
    const mistake = mistakeIn(setting.kind, text)
    if (mistake) mistakes.push(`${name} ${mistake}`)
    else values[name] = convertSetting(setting.kind, text)
  }
  if (Boolean(environment.TLS_CERTIFICATE_FILE) !== Boolean(environment.TLS_KEY_FILE))
    mistakes.push('TLS_CERTIFICATE_FILE and TLS_KEY_FILE must be given together')
  if (Boolean(environment.REPORT_SIGNING_KEY_FILE) !== Boolean(environment.REPORT_SIGNING_CERTIFICATE_FILE))
    mistakes.push('REPORT_SIGNING_KEY_FILE and REPORT_SIGNING_CERTIFICATE_FILE must be given together')
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes)
  // The loop above has set every name of SETTINGS to its kind; the compiler cannot follow it.
  return values as Pick<Config, N>
}
