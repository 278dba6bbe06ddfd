import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const audience = 'https://api.walkaround.test/v1/'
export const bucket = 'walkaround'
export const region = 'us-east-1'
export const host = '127.0.0.1'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const defaultPortBase = 17400

export type Secrets = {
  superuserPassword: string
  ownerPassword: string
  appPassword: string
  s3AccessKeyId: string
  s3SecretAccessKey: string
  clientSecret: string
  userPassword: string
  cookieKey: string
  pictureUrlKey: string
  sealingKey: string
}

export type Settings = {
  dir: string
  root: string
  portBase: number
  ports: ReturnType<typeof portsFrom>
  issuer: string
  s3Endpoint: string
  envFile: string
  /** Its objects are files in a folder; otherwise Ceph keeps them. */
  isLight: boolean
}

function portsFrom(base: number) {
  return {
    postgres: base,
    s3: base + 1,
    issuer: base + 2,
    cephMon: base + 3,
    api: base + 4,
    operations: base + 5,
    workerOperations: base + 6,
    console: base + 7,
    // The OSD takes the first four free ports of this range.
    cephOsdFirst: base + 10,
    cephOsdLast: base + 49,
  }
}

/** Where the stack of this environment lives. Writes nothing. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const dir = resolve(env.STACK_DIR || join(root, '.stack'))
  // The path goes into ceph.conf, postgresql.conf and a shell's env file, each with its own idea of quoting.
  if (!/^[\w./+@-]+$/.test(dir))
    throw new Error(`Set STACK_DIR to a path of letters, digits and . / + @ _ -, not "${dir}".`)
  const portBase = choosePortBase(dir, env.STACK_PORT_BASE)
  const ports = portsFrom(portBase)
  return {
    dir,
    root,
    portBase,
    ports,
    issuer: `http://${host}:${ports.issuer}`,
    s3Endpoint: `http://${host}:${ports.s3}`,
    envFile: join(dir, 'env'),
    isLight: existsSync(lightFile(dir)),
  }
}

/** Claims the folder for a stack with this port base, and with Ceph or without. */
export function createStackDir({ dir, portBase, isLight }: Settings): void {
  if (isStackDir(dir)) {
    if (existsSync(lightFile(dir)) === isLight) return
    throw new Error(`${dir} was made ${isLight ? 'without' : 'with'} --light. Choose another STACK_DIR.`)
  }
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new Error(`${dir} is not empty and holds no stack. Choose another STACK_DIR.`)
  }
  // The postgres user walks through this folder to reach its own; the private files inside are 0600.
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  if (isLight) writeFileSync(lightFile(dir), '')
  writeFileSync(portBaseFile(dir), `${portBase}\n`)
}

/** True for a folder that createStackDir made: the only kind that is ever deleted. */
export function isStackDir(dir: string): boolean {
  return existsSync(portBaseFile(dir))
}

/** Random on first use, the same ever after. A stack made before a secret was needed gets it now. */
export function createSecrets(settings: Settings): void {
  const kept: Partial<Secrets> = existsSync(secretsFile(settings)) ? readSecrets(settings) : {}
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  const secrets: Secrets = {
    superuserPassword: random(16),
    ownerPassword: random(16),
    appPassword: random(16),
    s3AccessKeyId: random(10).toUpperCase(),
    s3SecretAccessKey: random(20),
    clientSecret: random(16),
    userPassword: random(8),
    cookieKey: random(32),
    pictureUrlKey: random(32),
    sealingKey: random(32),
    ...kept,
  }
  writePrivateFile(secretsFile(settings), `${JSON.stringify(secrets, null, 2)}\n`)
}

export function readSecrets(settings: Settings): Secrets {
  return JSON.parse(readFileSync(secretsFile(settings), 'utf8'))
}

/** All of it or nothing, and never readable by others. */
export function writePrivateFile(path: string, text: string): void {
  const unfinished = `${path}.new`
  rmSync(unfinished, { force: true })
  writeFileSync(unfinished, text, { mode: 0o600 })
  renameSync(unfinished, path)
}

function secretsFile(settings: Settings): string {
  return join(settings.dir, 'secrets.json')
}

function portBaseFile(dir: string): string {
  return join(dir, 'port-base')
}

function lightFile(dir: string): string {
  return join(dir, 'light')
}

// The ports are part of what Ceph stores, so a stack keeps the base it was made with.
function choosePortBase(dir: string, wanted: string | undefined): number {
  const kept = isStackDir(dir) ? Number(readFileSync(portBaseFile(dir), 'utf8')) : undefined
  const base = wanted ? Number(wanted) : (kept ?? defaultPortBase)
  if (!Number.isInteger(base) || base < 1024 || base > 65_000) {
    throw new Error(`STACK_PORT_BASE must be a number from 1024 to 65000, not "${wanted}".`)
  }
  if (kept !== undefined && kept !== base) {
    throw new Error(
      `${dir} was made with STACK_PORT_BASE=${kept}, not ${base}. Use that, or another STACK_DIR, or run "dev/stack down --delete" with ${kept} first.`,
    )
  }
  return base
}
