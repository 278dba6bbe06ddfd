import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'

/** What the service needs of Debian: the C and C++ libraries, `prlimit`, and `heif-convert` with its libraries. */
const NAMES = [
  'base-files',
  'libaom3',
  'libc6',
  'libdav1d6',
  'libde265-0',
  'libgcc-s1',
  'libheif-examples',
  'libheif1',
  'libjpeg62-turbo',
  'libnuma1',
  'libpng16-16',
  'libsmartcols1',
  'libstdc++6',
  'libx265-199',
  'util-linux',
  'zlib1g',
]
/** The only programs beside Node. No shell, and nothing else that an intruder could start. */
const PROGRAMS = ['/usr/bin/prlimit', '/usr/bin/heif-convert']
const PROGRAM_DIRS = ['bin', 'sbin', 'usr/bin', 'usr/sbin']
const LOCK = join(import.meta.dirname, 'debian-packages.json')

type Package = { name: string; version: string; sha256: string }
type Lock = Record<string, { version: string; sha256: string }>
export type Base = {
  packages: Package[] /** False if Debian no longer offers the locked version. */
  isLocked: boolean
}

const digestOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const readLock = (): Lock => JSON.parse(readFileSync(LOCK, 'utf8'))

/** Looks up the versions that Debian offers today and locks them. */
export function updateLock(cache: string): void {
  const lock: Lock = {}
  for (const name of NAMES) {
    const file = download(name, cache)
    lock[name] = { version: fieldOf(file, 'Version'), sha256: digestOf(file) }
  }
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
}

/** Downloads the locked packages, or those of today where Debian has replaced one. */
export function fetchPackages(cache: string): Base {
  const lock = readLock()
  const packages = NAMES.map((name) => fetchPackage(name, lock[name], cache))
  return { packages, isLocked: packages.every(({ name, sha256 }) => lock[name]?.sha256 === sha256) }
}

function fetchPackage(name: string, locked: Lock[string] | undefined, cache: string): Package {
  if (locked) {
    const kept = join(cache, `${locked.sha256}.deb`)
    if (existsSync(kept) && digestOf(kept) === locked.sha256) return { name, ...locked }
    try {
      const file = download(`${name}=${locked.version}`, cache)
      if (digestOf(file) === locked.sha256) return keep(name, file, cache)
    } catch {
      console.warn(`Debian no longer offers ${name} ${locked.version}; taking its present version.`)
    }
  }
  return keep(name, download(name, cache), cache)
}

function keep(name: string, file: string, cache: string): Package {
  const sha256 = digestOf(file)
  const version = fieldOf(file, 'Version')
  renameSync(file, join(cache, `${sha256}.deb`))
  return { name, version, sha256 }
}

/** apt checks the signature of Debian. A machine without package lists gets lists of its own in the cache. */
function download(wanted: string, cache: string): string {
  const folder = join(cache, 'download')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const lists = join(cache, 'lists')
  const own = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`]
  const run = (...args: string[]) =>
    execFileSync('apt-get', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    run('download', wanted)
  } catch {
    mkdirSync(join(lists, 'partial'), { recursive: true })
    run(...own, 'update')
    run(...own, 'download', wanted)
  }
  const [file] = readdirSync(folder)
  if (!file) throw new Error(`apt-get download ${wanted} wrote no file`)
  return join(folder, file)
}

const fieldOf = (file: string, field: string) =>
  execFileSync('dpkg-deb', ['-f', file, field], { encoding: 'utf8' }).trim()

/** Unpacks the packages without running their scripts, and removes what no process of the service reads. */
export function unpackBase({ packages }: Base, cache: string, root: string): void {
  const status = join(root, 'var/lib/dpkg/status.d')
  mkdirSync(status, { recursive: true })
  for (const { name, sha256 } of packages) {
    const file = join(cache, `${sha256}.deb`)
    execFileSync('dpkg-deb', ['-x', file, root])
    // Scanners for known vulnerabilities read the packages of an image without dpkg here.
    writeFileSync(join(status, name), execFileSync('dpkg-deb', ['-f', file]))
  }
  for (const file of walk(root)) {
    const path = `/${relative(root, file)}`
    if (!isNeeded(path)) rmSync(file)
  }
  removeEmptyDirs(join(root, 'usr'))
  for (const dir of PROGRAM_DIRS) removeEmptyDirs(join(root, dir))
}

function isNeeded(path: string): boolean {
  if (PROGRAM_DIRS.some((dir) => path.startsWith(`/${dir}/`))) return PROGRAMS.includes(path)
  if (path.startsWith('/usr/share/'))
    return /^\/usr\/share\/(doc\/[^/]+\/copyright|common-licenses\/)/.test(path)
  if (path.startsWith('/etc/')) return ['/etc/os-release', '/etc/debian_version'].includes(path)
  return !/\/(gconv|systemd|audit)\//.test(path) && !path.startsWith('/lib/init/')
}

/** Files and links below a folder. Links are not followed. */
export function* walk(dir: string): Generator<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else yield path
  }
}

function removeEmptyDirs(dir: string): void {
  if (!existsSync(dir) || !lstatSync(dir).isDirectory()) return
  for (const name of readdirSync(dir)) removeEmptyDirs(join(dir, name))
  if (readdirSync(dir).length === 0) rmSync(dir, { recursive: true })
}
