import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackage } from '../../packaging/pack-package.ts'
import { buildImage, readVersion } from '../image/build.ts'
import { readRepositoryFile, repository } from '../image/contents.ts'
import { listLicences, makeBom } from './bill-of-materials.ts'
import {
  findFaults,
  findNotes,
  makeProvenance,
  makeReleaseNotes,
  signRelease,
  writeChecksums,
} from './statements.ts'

// `pnpm release --key KEY`: makes a signed release in dist/release. `pnpm release verify FOLDER --key PUBLIC_KEY`: checks one.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    output: { type: 'string', default: 'dist/release' },
    unsigned: { type: 'boolean' },
  },
})
const [command, wanted] = positionals

if (command === 'verify') await verifyRelease(wanted, values.key)
else if (command === undefined) await makeRelease(resolve(values.output), values.key)
else fail(`pnpm release knows verify only, not ${command}`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

async function verifyRelease(folder: string | undefined, key: string | undefined): Promise<void> {
  if (!folder || !key) fail('Use: pnpm release verify FOLDER --key PUBLIC_KEY')
  const faults = await findFaults(folder, key)
  if (faults.length > 0) fail(faults.join('\n'))
  console.log('The release is whole, and signed with this key.')
}

async function makeRelease(folder: string, key: string | undefined): Promise<void> {
  if (!key && !values.unsigned)
    fail(
      'Name a private key with --key, or leave the signature out with --unsigned. To make a key: openssl genpkey -algorithm ed25519',
    )
  const version = readVersion()
  const notes = findNotes(String(readRepositoryFile('CHANGELOG.md')), version)
  if (!notes)
    fail(`CHANGELOG.md has no section "## ${version}". \`pnpm changelog --tag v${version}\` drafts one.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: string | object) =>
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
    )

  const file = join(folder, 'walkaround-image.tar')
  const image = await buildImage(file, { cache: join(repository, '.tools/image') })
  if (key && !image.isReproducible)
    fail(
      'Only an image that others can build again is signed. Commit your changes, or run pnpm image --update-base and commit.',
    )
  for (const name of ['catalog', 'cli', 'sdk']) packPackage(name, folder)
  const bom = makeBom(image)
  write('sbom.cdx.json', bom)
  write('LICENSES.txt', listLicences(bom))
  write('CHANGELOG.md', makeReleaseNotes(notes, version, image.epochS))
  write('provenance.json', await makeProvenance(folder, image))
  await writeChecksums(folder)
  if (key) signRelease(folder, key)
  console.log(`Walkaround ${image.version} is in ${folder}\nimage ${image.digest}`)
}
