import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAppsIfChanged } from '../../dev/src/app-builds.ts'
import { writeArchive } from './archive.ts'
import {
  fillApplication,
  fillBase,
  fillDependencies,
  LOCKS,
  readRepositoryFile,
  repository,
  USER,
} from './contents.ts'
import { fetchPackages } from './debian.ts'
import { digestOfFile, type Layer, makeLayer, sha256 } from './layers.ts'

export type Image = {
  file: string
  name: string
  digest: string
  /** By which podman and Docker know it. */
  id: string
  version: string
  revision: string
  epochS: number
  layers: Layer[]
  /** False if a locked Debian package could not be had: another machine gets another digest. */
  isReproducible: boolean
  debian: { name: string; version: string; sha256: string }[]
}

/** Builds the image of the work tree into one file. Nothing but Debian's packages and npm's is fetched. */
export async function buildImage(file: string, options: { cache?: string | undefined } = {}): Promise<Image> {
  const cache = options.cache ?? mkdtempSync(join(tmpdir(), 'walkaround-image-'))
  try {
    return await buildWith(cache, file)
  } finally {
    if (!options.cache) rmSync(cache, { recursive: true })
  }
}

async function buildWith(cache: string, file: string): Promise<Image> {
  const version = readVersion()
  const { revision, epochS } = readCommit()
  buildAppsIfChanged(repository)
  const debianCache = join(cache, 'debian')
  mkdirSync(debianCache, { recursive: true })
  const base = fetchPackages(debianCache)
  const recipe = ['contents', 'debian', 'layers'].map((name) => readRepositoryFile(`deploy/image/${name}.ts`))
  // These two keep their digest from commit to commit, so that an upgrade fetches the third alone.
  const layers = [
    await makeLayer({
      cache,
      key: `base-${sha256(...recipe, JSON.stringify(base.packages), await digestOfFile(process.execPath))}`,
      epochS: 0,
      fill: (root) => fillBase(root, base, debianCache),
    }),
    await makeLayer({
      cache,
      key: `dependencies-${sha256(...recipe, ...LOCKS.map(readRepositoryFile))}`,
      epochS: 0,
      fill: fillDependencies,
    }),
    await makeApplication(epochS),
  ]
  const name = `localhost/walkaround:${version}`
  try {
    const written = writeArchive(file, layers, {
      name,
      epochS,
      config: describe(version, revision),
      history: [`Debian 12 and Node ${process.versions.node}`, 'dependencies', `walkaround ${revision}`],
    })
    const isReproducible = base.isLocked && !revision.endsWith('-changed')
    return {
      file,
      name,
      ...written,
      version,
      revision,
      epochS,
      layers,
      isReproducible,
      debian: base.packages,
    }
  } finally {
    rmSync(join(layers[2]?.file ?? '', '../..'), { recursive: true, force: true })
  }
}

/** Never kept: it is made in two seconds, and the work tree changes without a commit. */
const makeApplication = (epochS: number) =>
  makeLayer({
    cache: mkdtempSync(join(tmpdir(), 'walkaround-application-')),
    key: 'application',
    epochS,
    fill: fillApplication,
  })

/** The commit, and the time that stands for all times in the image. */
/** The service has one version, and all that is released with it has the same. */
export const readVersion = (): string => JSON.parse(String(readRepositoryFile('server/package.json'))).version

function readCommit(): { revision: string; epochS: number } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  const revision = git('rev-parse', 'HEAD') + (isChanged ? '-changed' : '')
  return { revision, epochS: Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct')) }
}

const describe = (version: string, revision: string) => ({
  User: `${USER}:${USER}`,
  Entrypoint: ['/usr/local/bin/walkaround'],
  Cmd: ['help'],
  WorkingDir: '/srv/walkaround',
  StopSignal: 'SIGTERM',
  ExposedPorts: { '8080/tcp': {}, '8081/tcp': {}, '8082/tcp': {}, '8083/tcp': {} },
  Env: [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    'NODE_ENV=production',
    // Inside a container, the network of the container is the border.
    'API_HOST=0.0.0.0',
    'OPERATIONS_HOST=0.0.0.0',
    'MODEL_SERVER_HOST=0.0.0.0',
    // glibc gives large blocks back to the system. Without it, a process uses a quarter more memory.
    'MALLOC_MMAP_THRESHOLD_=2097152',
    `BUILD_REVISION=${revision}`,
  ],
  Labels: {
    'org.opencontainers.image.title': 'Walkaround',
    'org.opencontainers.image.description':
      'Vehicle inspection service: api, worker, model server, migrations, command line',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': revision,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  },
})
