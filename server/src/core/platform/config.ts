import { KEY_SETTINGS } from './key-settings.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import { REPORT_SETTINGS } from './report-settings.ts'
import {
  ConfigMistakes,
  convertSetting,
  mistakeIn,
  type Setting,
  type SettingKind,
} from './setting-mistakes.ts'
import { SIGN_IN_SETTINGS } from './sign-in-settings.ts'

/** Every setting of the service. `docs/configuration.md` is generated from this table. */
export const SETTINGS = {
  DATABASE_URL: { kind: 'database', means: 'PostgreSQL URL for the role walkaround_app (without BYPASSRLS)' },
  DATABASE_OWNER_URL: {
    kind: 'database',
    means: 'PostgreSQL URL for the owner of the tables; used only by migrations',
    optional: true,
  },
  DATABASE_CONNECTIONS: {
    kind: 'count',
    means: 'maximum connections per process, plus two to four for its job engine',
    default: '10',
  },
  S3_ENDPOINT: { kind: 'url', means: 'S3 endpoint of the object store' },
  S3_REGION: { kind: 'text', means: 'S3 region', default: 'us-east-1' },
  S3_BUCKET: { kind: 'text', means: 'bucket for pictures and reports' },
  S3_ACCESS_KEY_ID: { kind: 'text', means: 'S3 access key' },
  S3_SECRET_ACCESS_KEY: { kind: 'secret', means: 'S3 secret key' },
  ...SIGN_IN_SETTINGS,
  PUBLIC_URL: { kind: 'base_url', means: 'URL where clients reach the service; picture URLs start with it' },
  CONSOLE_DIR: {
    kind: 'text',
    means: 'folder with the built console; default: `console/dist` in the checkout',
    optional: true,
  },
  CAPTURE_DIR: {
    kind: 'text',
    means: 'folder with the built capture app; default: `capture/dist` in the checkout',
    optional: true,
  },
  CAPTURE_FRAME_ORIGINS: {
    kind: 'origins',
    means:
      'origins of pages that may show the capture app in a frame, with a space between them; default: none',
    optional: true,
  },
  ...KEY_SETTINGS,
  API_HOST: { kind: 'text', means: 'address the API listens on', default: '127.0.0.1' },
  API_PORT: { kind: 'port', means: 'port the API listens on', default: '8080' },
  TLS_CERTIFICATE_FILE: {
    kind: 'file',
    means: 'certificate chain; if set, the API uses TLS',
    optional: true,
  },
  TLS_KEY_FILE: { kind: 'file', means: 'private key of the certificate', optional: true },
  OPERATIONS_HOST: {
    kind: 'text',
    means: 'address of the operations listener (health, metrics)',
    default: '127.0.0.1',
  },
  OPERATIONS_PORT: { kind: 'port', means: 'operations listener port of the API process', default: '8081' },
  WORKER_OPERATIONS_PORT: {
    kind: 'port',
    means: 'operations listener port of the worker process',
    default: '8082',
  },
  WORKER_CONCURRENCY: {
    kind: 'count',
    means:
      'batches of four image jobs that a worker runs at once, plus one reserved for organizations with no running batch',
    default: '4',
  },
  DECODE_CHILDREN: {
    kind: 'count',
    means: 'picture decoders per API process; one organization can use all but one at a time',
    default: '2',
  },
  DECODE_TIMEOUT_MS: {
    kind: 'milliseconds',
    means: 'time limit for decoding a picture, in milliseconds',
    default: '10000',
  },
  TEMPORARY_DIR: { kind: 'text', means: 'folder for uploads in progress', default: '/tmp/walkaround' },
  ...LIMIT_SETTINGS,
  DOWNLOAD_ALLOW_HTTP: {
    kind: 'boolean',
    means: 'also accept http:// in download_from_url',
    default: 'false',
  },
  WEBHOOK_ALLOW_HTTP: {
    kind: 'boolean',
    means: 'also accept http:// for webhook endpoints and callbacks',
    default: 'false',
  },
  PROGRAMS_MAY_DECIDE: {
    kind: 'boolean',
    means:
      'whether tokens of programs (client credentials) may decide on objections; set `true` only where nobody signs in, such as in tests',
    default: 'false',
  },
  WEBHOOK_SENDING: {
    kind: 'boolean',
    means: 'whether webhooks and callbacks are sent; set `false` for a copy of another installation',
    default: 'true',
  },
  WEBHOOK_ENDPOINTS_MAX: {
    kind: 'count',
    means: 'default quota of an organization: webhook endpoints',
    default: '50',
  },
  WEBHOOK_REPLAY_MAX: {
    kind: 'count',
    means: 'maximum events resent to a webhook endpoint by one request',
    default: '10000',
  },
  REPORT_BYTES_MAX: { kind: 'count', means: 'maximum bytes of an uploaded PDF', default: '26214400' },
  REPORT_TIMEOUT_MS: {
    kind: 'milliseconds',
    means:
      'processor time allowed for laying out a report, in milliseconds; an attempt that takes longer than 240000 in all is tried again',
    default: '60000',
  },
  REPORT_SIGNING_KEY_FILE: {
    kind: 'file',
    means:
      'private key that signs reports: PEM, EC P-256 or P-384, or RSA with at least 2048 bits; if not set, reports are not signed',
    optional: true,
  },
  REPORT_SIGNING_CERTIFICATE_FILE: {
    kind: 'file',
    means: 'certificate of that key in PEM, followed by its certificate chain',
    optional: true,
  },
  CURRENCY: { kind: 'currency', means: 'currency of prices, as an ISO 4217 code', default: 'EUR' },
  ESTIMATE_REGION: {
    kind: 'text',
    means: 'region whose table is used for estimates when the task does not name one',
    default: 'DE',
  },
  ESTIMATE_TABLES_DIR: {
    kind: 'text',
    means: "folder of estimate tables; if not set, the service's own starting values",
    optional: true,
  },
  WEAR_PACK: {
    kind: 'text',
    means:
      'ID of the wear rules for estimates when the task does not name any; if not set, all damage is charged',
    optional: true,
  },
  WEAR_PACKS_DIR: {
    kind: 'text',
    means: "folder of wear rules; if not set, the service's own",
    optional: true,
  },
  ...REPORT_SETTINGS,
  RATE_LIMIT_PER_MINUTE: {
    kind: 'count',
    means:
      "requests per minute allowed for one caller at one API process, in addition to the organization's quota; if not set, there is no such limit. Adding images is never limited, because clients do not repeat a refused upload",
    optional: true,
  },
  EVENT_POLL_MS: {
    kind: 'milliseconds',
    means: 'longest delay of an event when no notification arrives, in milliseconds',
    default: '1000',
  },
  EVENT_LOG_S: { kind: 'seconds', means: 'seconds for which a stream can be resumed', default: '86400' },
  EVENT_STREAMS_MAX: {
    kind: 'count',
    means: 'maximum open event streams per API process; one organization can have half of them',
    default: '5000',
  },
  EVENT_STREAMS_PER_CALLER_MAX: {
    kind: 'count',
    means: 'maximum streams per caller and process',
    default: '100',
  },
  EVENT_BUFFER_BYTES_MAX: { kind: 'count', means: 'maximum buffered bytes per stream', default: '1048576' },
  IDEMPOTENCY_KEY_TTL_S: {
    kind: 'seconds',
    means: 'time for which a repeated Idempotency-Key gets the first answer again, in seconds',
    default: '86400',
  },
  UPLOAD_GRACE_S: {
    kind: 'seconds',
    means: 'time after which an uploaded file that no image uses is removed, in seconds',
    default: '900',
  },
  DRAIN_WAIT_MS: {
    kind: 'milliseconds',
    means: 'time between reporting "not ready" and closing the listener after SIGTERM, in milliseconds',
    default: '5000',
  },
  BUILD_REVISION: {
    kind: 'text',
    means: 'revision the service was built from; recorded with every model result',
    optional: true,
  },
  MODELS_DIR: { kind: 'text', means: 'folder of models; default: the one in the repository', optional: true },
  MODEL_CHECKS_DIR: {
    kind: 'text',
    means:
      'for tests: folder that remembers which models have passed their check; default: every start checks every model',
    optional: true,
  },
  INFERENCE_THREADS: {
    kind: 'count',
    means: 'model calls that run at once; if not set, the number of cores, up to 8',
    optional: true,
  },
  INFERENCE_URL: {
    kind: 'url',
    means: 'model server (OIP v2); default: models run in the worker',
    optional: true,
  },
  INFERENCE_TIMEOUT_MS: {
    kind: 'milliseconds',
    means: 'time limit for a call to the model server, in milliseconds',
    default: '30000',
  },
  MODEL_SERVER_HOST: { kind: 'text', means: 'address of the included model server', default: '127.0.0.1' },
  MODEL_SERVER_PORT: { kind: 'port', means: 'port of the included model server', default: '8083' },
  MODEL_SERVER_BYTES_MAX: { kind: 'count', means: 'maximum bytes per request to it', default: '67108864' },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    kind: 'url',
    means:
      'OpenTelemetry collector that receives traces (OTLP over HTTP), such as `http://127.0.0.1:4318/v1/traces`; if not set, nothing is traced',
    optional: true,
  },
  LOG_LEVEL: { kind: 'level', means: 'minimum level of log lines', default: 'info' },
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
