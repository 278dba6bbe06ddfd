import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { Value } from 'typebox/value'
import { Manifest } from './manifest.ts'

/** The models that come with the service. */
export const OWN_MODELS_DIR = join(import.meta.dirname, '../../../../models')

export type FoundModel = { name: string; folder: string } & ({ manifest: Manifest } | { fault: string })

/** Every folder with a manifest. One that cannot be used is named with its fault and hinders no other. */
export async function readManifests(modelsDir: string): Promise<FoundModel[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(modelsDir, entry.name, 'manifest.json')))
    .map((entry) => entry.name)
    .sort()
  return Promise.all(
    names.map(async (name) => {
      const folder = join(modelsDir, name)
      try {
        return { name, folder, manifest: await readManifest(name, folder) }
      } catch (error) {
        return { name, folder, fault: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}

async function readManifest(name: string, folder: string): Promise<Manifest> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  if (!Value.Check(Manifest, manifest)) {
    const mistakes = Value.Errors(Manifest, manifest).map((error) => `${error.instancePath} ${error.message}`)
    throw new Error(`its manifest.json is wrong: ${mistakes.join('; ')}`)
  }
  if (manifest.name !== name) throw new Error(`its manifest.json says it is ${manifest.name}`)
  return manifest
}

/** The bytes of a model, in memory that threads share, once they are the ones its manifest was written for. */
export async function readWeights(folder: string, manifest: Manifest): Promise<SharedArrayBuffer> {
  const bytes = await readFile(weightsFile(folder, manifest)).catch((cause: unknown) => {
    throw new Error(`its weights ${describeWeights(manifest)} cannot be read: install them`, { cause })
  })
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== manifest.sha256)
    throw new Error(
      `its weights ${describeWeights(manifest)} have the digest ${digest}, its manifest names ${manifest.sha256}: install the named ones, or accept these with \`pnpm models accept ${manifest.name}\``,
    )
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return shared
}

function describeWeights({ weights }: Manifest): string {
  return weights.package ? `${weights.file} of package ${weights.package}` : weights.file
}

export function weightsFile(folder: string, { weights }: Manifest): string {
  const base = weights.package ? packageFolder(weights.package) : folder
  const file = join(base, weights.file)
  if (!file.startsWith(base + sep)) throw new Error(`its weights ${weights.file} lie outside of its folder`)
  return file
}

/** Packages need not export their files, nor their package.json, so the folder is looked up as Node does it. */
export function packageFolder(name: string): string {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  const folder = places
    .map((place) => join(place, name))
    .find((place) => existsSync(join(place, 'package.json')))
  if (!folder) throw new Error(`the package ${name} with its weights is not installed`)
  return folder
}
