import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from '../image/build.ts'
import { repository } from '../image/contents.ts'
import { digestOfFile } from '../image/layers.ts'

const SUMS = 'SHA256SUMS'
const SIGNATURE = 'SHA256SUMS.sig'

/** What CHANGELOG.md says about a version; nothing where it says nothing. */
export function findNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
  return section?.replace(/^.*/, '').trim() ?? ''
}

/** The day is that of the commit, so that the same commit makes the same file. */
export const makeReleaseNotes = (notes: string, version: string, epochS: number): string =>
  `# Walkaround ${version} (${new Date(epochS * 1000).toISOString().slice(0, 10)})\n\n${notes}\n`

/** From what and how the files were made: an in-toto statement with SLSA provenance v1. */
export async function makeProvenance(
  folder: string,
  image: Pick<Image, 'name' | 'digest' | 'revision' | 'debian' | 'epochS'>,
) {
  const files = readdirSync(folder).toSorted()
  const subjects = await Promise.all(
    files.map(async (name) => ({ name, digest: { sha256: await digestOfFile(join(folder, name)) } })),
  )
  const lockfile = await digestOfFile(join(repository, 'pnpm-lock.yaml'))
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: image.name, digest: { sha256: image.digest.replace('sha256:', '') } }, ...subjects],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'pnpm release',
        externalParameters: { revision: image.revision, sourceDateEpoch: image.epochS },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: image.revision } },
          { name: 'pnpm-lock.yaml', digest: { sha256: lockfile } },
          {
            name: 'node',
            annotations: { version: process.versions.node },
            digest: { sha256: await digestOfFile(process.execPath) },
          },
          ...image.debian.map(({ name, version, sha256 }) => ({
            name: `deb:${name}`,
            annotations: { version },
            digest: { sha256 },
          })),
        ],
      },
      // Whoever signs the checksums vouches for the machine. Nobody else watched it.
      runDetails: { builder: { id: 'the signer of SHA256SUMS' } },
    },
  }
}

export async function writeChecksums(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => name !== SUMS && name !== SIGNATURE)
  const lines = await Promise.all(
    files.toSorted().map(async (name) => `${await digestOfFile(join(folder, name))}  ${name}\n`),
  )
  writeFileSync(join(folder, SUMS), lines.join(''))
}

/** Ed25519 over the checksums, and with them over every file. */
export function signRelease(folder: string, keyFile: string): void {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is no Ed25519 key`)
  writeFileSync(join(folder, SIGNATURE), sign(null, readFileSync(join(folder, SUMS)), key))
}

/** What is wrong with a release, or nothing. */
export async function findFaults(folder: string, publicKeyFile: string): Promise<string[]> {
  if (!existsSync(join(folder, SIGNATURE))) return ['the release is not signed']
  const sums = readFileSync(join(folder, SUMS))
  const key = createPublicKey(readFileSync(publicKeyFile))
  if (!verify(null, sums, key, readFileSync(join(folder, SIGNATURE))))
    return ['the signature is not by this key']
  const expected = new Map(
    sums
      .toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  const present = readdirSync(folder).filter((name) => name !== SUMS && name !== SIGNATURE)
  const faults = present.filter((name) => !expected.has(name)).map((name) => `${name} is not in the release`)
  for (const [name, digest] of expected) {
    if (!present.includes(name)) faults.push(`${name} is missing`)
    else if ((await digestOfFile(join(folder, name))) !== digest) faults.push(`${name} was changed`)
  }
  return faults
}
