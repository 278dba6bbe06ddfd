import { constants, existsSync } from 'node:fs'
import { access, mkdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../core/platform/config.ts'
import { PRLIMIT_FILES } from '../../core/platform/pictures/decoder-command.ts'
import { CONVERTERS } from '../../core/platform/pictures/heic.ts'
import { BUILT_CAPTURE_DIR, BUILT_CONSOLE_DIR } from '../../http/apps/built-apps.ts'
import { type Check, fault, ok, reasonOf, warn } from './check.ts'

/** What the processes need of the machine they run on. */
export async function checkMachine(config: Config, nodeOptions: string): Promise<Check[]> {
  return [
    await checkDisk(config),
    ...checkPrograms(),
    checkBuild('console', config.CONSOLE_DIR ?? BUILT_CONSOLE_DIR, 'CONSOLE_DIR'),
    checkBuild('capture app', config.CAPTURE_DIR ?? BUILT_CAPTURE_DIR, 'CAPTURE_DIR'),
    checkTelemetry(nodeOptions, config),
  ]
}

async function checkDisk(config: Config): Promise<Check> {
  const dir = config.TEMPORARY_DIR
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.W_OK)
    const { uid, mode } = await stat(dir)
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
      return fault(
        'disk',
        `others can write to TEMPORARY_DIR ${dir}, or it is not yours`,
        'Run the doctor as the user of the service. The folder must belong to it, with mode 700.',
      )
    const { bavail, bsize } = await statfs(dir)
    const free = bavail * bsize
    const most = config.UPLOADS_IN_FLIGHT_MAX * config.IMAGE_BYTES_MAX
    const says = `${toGigabytes(free)} GB free in TEMPORARY_DIR ${dir}`
    const fix = 'Free space, or point TEMPORARY_DIR to a larger disk.'
    if (free < config.IMAGE_BYTES_MAX) return fault('disk', `${says}, too little for one picture`, fix)
    if (free < most)
      return warn('disk', `${says}; as many uploads as allowed need up to ${toGigabytes(most)} GB`, fix)
    return ok('disk', says)
  } catch (error) {
    return fault('disk', reasonOf(error), `Create TEMPORARY_DIR ${dir} for the user of the service.`)
  }
}

const toGigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)

function checkPrograms(): Check[] {
  const has = (places: string[]) => places.some((place) => existsSync(place))
  return [
    has(PRLIMIT_FILES)
      ? ok('prlimit', 'installed')
      : fault(
          'prlimit',
          'not installed: no picture can be decoded',
          'Install the Debian package util-linux.',
        ),
    has(CONVERTERS)
      ? ok('heif-convert', 'installed')
      : warn(
          'heif-convert',
          'not installed: HEIC pictures are refused',
          'Install the Debian package libheif-examples.',
        ),
  ]
}

function checkBuild(name: string, dir: string, setting: string): Check {
  return existsSync(join(dir, 'index.html'))
    ? ok(name, dir)
    : warn(name, `not built: ${dir} has no index.html`, `Run \`pnpm build\`, or set ${setting}.`)
}

/** The programs switch off what their dependencies would send. What an operator loads into them is another matter. */
function checkTelemetry(nodeOptions: string, config: Config): Check {
  const preloaded = /(?:^|\s)(?:--require|--import|-r|--experimental-loader|--loader)[ =](\S+)/.exec(
    nodeOptions,
  )
  if (preloaded)
    return warn(
      'telemetry',
      `NODE_OPTIONS loads ${preloaded[1]} into every process`,
      'Remove it unless you know what it sends, and where.',
    )
  const traces = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const says = traces === undefined ? 'nothing is sent' : `only traces are sent, to ${traces}`
  return ok('telemetry', `off in all dependencies; ${says}`)
}
