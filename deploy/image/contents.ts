import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Base, unpackBase, walk } from './debian.ts'

const PLACE = 'srv/walkaround'
export const USER = 10001
export const repository = join(import.meta.dirname, '../..')

/** Debian's libraries, Node, and a user without rights. */
export function fillBase(root: string, base: Base, debianCache: string): void {
  unpackBase(base, debianCache, root)
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  // Without the table of symbols, which only debuggers read: 18 MB.
  execFileSync('strip', ['--strip-all', '-o', join(root, 'usr/local/bin/node'), process.execPath])
  chmodSync(join(root, 'usr/local/bin/node'), 0o755)
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  mkdirSync(join(root, 'etc'), { recursive: true })
  write('etc/passwd', `root:x:0:0:root:/nonexistent:/none\nwalkaround:x:${USER}:${USER}::/tmp:/none\n`)
  write('etc/group', `root:x:0:\nwalkaround:x:${USER}:\n`)
  write('etc/nsswitch.conf', 'hosts: files dns\n')
  // Places to mount something: the root is read-only.
  for (const dir of ['dev', 'proc', 'sys', 'tmp', 'run']) mkdirSync(join(root, dir), { recursive: true })
}

const listTracked = (...paths: string[]) =>
  execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: repository, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** What decides which packages are installed. */
export const LOCKS = ['.npmrc', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']
const listManifests = () => [...listTracked('package.json', '*/package.json'), ...LOCKS]

/** The packages of server and command line, without what belongs to other platforms, compilers and readers. */
export function fillDependencies(root: string): void {
  const place = join(root, PLACE)
  copyFiles(listManifests(), place)
  const filters = ['server', 'cli'].flatMap((name) => ['--filter', `@walkaround/${name}...`])
  const options = ['--prod', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts']
  execFileSync('pnpm', [...filters, 'install', ...options, '--config.package-import-method=copy'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: 'true' },
  })
  for (const file of listManifests()) rmSync(join(place, file))
  prune(join(place, 'node_modules'))
  for (const dir of [
    'capture',
    'console',
    'dev',
    'e2e',
    'conformance',
    'testing',
    'cli/node_modules/.bin',
    'server/node_modules/.bin',
  ])
    rmSync(join(place, dir), { recursive: true, force: true })
}

const FONTS = /\/@expo-google-fonts\/([^/]+)\/(\d+[^/]+)\//
const FONT_WEIGHTS = ['400Regular', '600SemiBold', '700Bold']
const UNREAD = /\.(d\.[cm]?ts|map|flow|tsbuildinfo|markdown|png)$|(?<!LICEN[CS]E|NOTICE|COPYING)\.md$/i

/** Folders of a package that are not part of its program. */
const BESIDE =
  /\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/(?:tests?|benchmarks?|bench|examples|docs|\.github|build\/(?:amd|global|cjs-browser))\//

/** Whether a process of the service can read a file of a package. */
function isRead(path: string): boolean {
  if (/\/\.bin\/|\/\.(modules|pnpm-workspace-state|package-lock)[^/]*$|\/\.pnpm\/lock\.yaml$/.test(path))
    return false
  if (/\/onnxruntime-node\/bin\/(?!napi-v\d+\/linux\/x64\/)/.test(path)) return false
  const [, family, weight = ''] = FONTS.exec(path) ?? []
  if (family) return FONT_WEIGHTS.includes(weight) && (family !== 'noto-sans-sc' || weight === '400Regular')
  // A model that no task uses.
  if (path.endsWith('/ch_ppocr_mobile_v2.0_cls_infer.onnx')) return false
  if (BESIDE.test(path)) return false
  // The AWS packages carry their code twice, and Node takes the other one.
  if (/\/(@aws-sdk|@smithy)\/[^/]+\/dist-(es|types)\//.test(path)) return false
  return !UNREAD.test(path)
}

function prune(modules: string): void {
  for (const file of walk(modules)) if (!isRead(file)) rmSync(file)
}

const SOURCES = ['catalog', 'cli', 'deploy/image/command.ts', 'docs', 'models', 'sdk', 'server']
const PAGES = ['*.md', ':!.github', ':!console', ':!capture', ':!e2e']
const FOR_DEVELOPERS =
  /\.test\.ts$|^(catalog|cli|sdk|server)\/(test|generate|bench|evaluate)\/|^server\/src\/.*\/(test|fixtures)\/|^docs\/sample|^models\/.*(\.py|split\.json|labels\.json)$|\/(build\.ts|tsconfig[^/]*)$/

/** The sources of the service as they are, models, documentation, and the built apps. */
export function fillApplication(root: string): void {
  const place = join(root, PLACE)
  const tracked = listTracked(...SOURCES, 'LICENSE', 'openapi.json', 'package.json', ...PAGES)
  copyFiles(
    [...new Set(tracked)].filter((file) => !FOR_DEVELOPERS.test(file)),
    place,
  )
  for (const app of ['console', 'capture'])
    cpSync(join(repository, app, 'dist'), join(place, app, 'dist'), { recursive: true })
  const command = join(place, 'deploy/image/command.ts')
  chmodSync(command, 0o755)
  const bin = join(root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(`/${relative(root, command)}`, join(bin, 'walkaround'))
}

function copyFiles(files: string[], place: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    copyFileSync(join(repository, file), join(place, file))
  }
}

export const readRepositoryFile = (file: string) => readFileSync(join(repository, file))
