import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from '../image/build.ts'
import { repository } from '../image/contents.ts'

type Licence = { license?: { id?: string; name?: string }; expression?: string }
type Component = {
  type: string
  name: string
  version: string
  purl: string
  licenses?: Licence[]
  hashes?: { alg: string; content: string }[]
}
export type Bom = { serialNumber: string; metadata: Record<string, unknown>; components: Component[] }

/** Everything in the image, as CycloneDX: npm's packages as pnpm lists them, Debian's, and Node. */
export function makeBom(image: Pick<Image, 'version' | 'epochS' | 'digest' | 'debian'>): Bom {
  const filters = ['server', 'cli'].flatMap((name) => ['--filter', `@walkaround/${name}`])
  const text = execFileSync('pnpm', [...filters, 'sbom', '--prod', '--sbom-format', 'cyclonedx'], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 27,
  })
  const bom: Bom = JSON.parse(text)
  const purl = `pkg:oci/walkaround@${encodeURIComponent(image.digest)}`
  bom.serialNumber = `urn:uuid:${uuidOf(image.digest)}`
  bom.metadata = {
    ...bom.metadata,
    timestamp: new Date(image.epochS * 1000).toISOString(),
    component: { type: 'container', name: 'walkaround', version: image.version, 'bom-ref': purl, purl },
  }
  bom.components = [...bom.components, describeNode(), ...image.debian.map(describeDebian)]
    .map((component) => ({ ...component, 'bom-ref': component.purl }))
    .toSorted((one, other) => (one.purl < other.purl ? -1 : 1))
  return bom
}

const describeNode = (): Component => ({
  type: 'application',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
  licenses: [{ license: { id: 'MIT' } }],
})

const describeDebian = ({ name, version, sha256 }: Image['debian'][number]): Component => ({
  type: 'library',
  name,
  version,
  purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=amd64&distro=debian-12`,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
})

/** Version 8 of RFC 9562: the bits are ours to choose, and the same image has the same. */
function uuidOf(digest: string): string {
  const hex = createHash('sha256').update(digest).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const nameOfLicence = ({ license, expression }: Licence) =>
  expression ?? license?.id ?? license?.name ?? 'unknown'

/** Names and texts of the licences of everything that a release carries. */
export function listLicences({ components }: Bom): string {
  const store = join(repository, 'node_modules/.pnpm')
  const folders = readdirSync(store)
  const rows = components.map(({ name, version, purl, licenses = [] }) => {
    const title = `${name} ${version}: ${licenses.map(nameOfLicence).join(', ')}`
    if (purl.startsWith('pkg:deb/'))
      return `${name} ${version}: see /usr/share/doc/${name}/copyright in the image\n`
    const start = `${name.replace('/', '+')}@${version}`
    const folder = folders.find((one) => one === start || one.startsWith(`${start}_`))
    return `${title}\n${folder ? readLicences(join(store, folder, 'node_modules', name)) : ''}`
  })
  const own = readFileSync(join(repository, 'LICENSE'), 'utf8')
  const notice = readFileSync(join(repository, 'models/NOTICE'), 'utf8')
  const line = `${'-'.repeat(80)}\n`
  return [`Walkaround: Apache-2.0\n\n${own}`, `Models\n\n${notice}`, ...rows].join(`\n${line}`)
}

function readLicences(folder: string): string {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  return files.map((file) => `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`).join('')
}
