import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

// biome-ignore lint/suspicious/noExplicitAny: manifests are looked at by path, and a missing field fails the test that asks.
export type Manifest = any

type Kustomization = {
  namespace?: string
  resources: string[]
  patches?: { path: string }[]
  images?: { name: string; newName: string; newTag: string }[]
}

function readManifests(file: string): Manifest[] {
  return parseAllDocuments(readFileSync(file, 'utf8'), { uniqueKeys: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`)
    return document.toJS()
  })
}

/** As much of kustomize as the overlays use: resources, namespace, patches that merge, images. */
export function buildOverlay(folder: string): Manifest[] {
  const own: Kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const manifests = own.resources.flatMap((resource) => {
    const path = join(folder, resource)
    return existsSync(join(path, 'kustomization.yaml')) ? buildOverlay(path) : readManifests(path)
  })
  if (own.namespace) for (const { metadata } of manifests) metadata.namespace = own.namespace
  for (const { path } of own.patches ?? [])
    for (const patch of readManifests(join(folder, path))) apply(patch, manifests)
  for (const container of manifests.flatMap(containersOf)) {
    const image = own.images?.find(({ name }) => name === container.image)
    if (image) container.image = `${image.newName}:${image.newTag}`
  }
  return manifests
}

export const containersOf = (manifest: Manifest): Manifest[] =>
  manifest.spec?.template?.spec?.containers ?? []

function apply(patch: Manifest, manifests: Manifest[]): void {
  const at = manifests.findIndex(
    ({ kind, metadata }) =>
      kind === patch.kind &&
      metadata.name === patch.metadata.name &&
      metadata.namespace === patch.metadata.namespace,
  )
  if (at < 0) throw new Error(`there is no ${patch.kind} ${patch.metadata.name} to patch`)
  manifests[at] = merge(manifests[at], patch)
}

function merge(value: Manifest, patch: Manifest): Manifest {
  if (Array.isArray(patch) && Array.isArray(value) && patch.every((item) => item?.name)) {
    const names = new Set(patch.map(({ name }) => name))
    const others = value.filter(({ name }) => !names.has(name))
    const merged = patch.map((item) => merge(value.find(({ name }) => name === item.name) ?? {}, item))
    return [...merged, ...others]
  }
  if (!isObject(patch) || !isObject(value)) return patch
  const result = { ...value }
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key]
    else result[key] = key in value ? merge(value[key], change) : change
  }
  return result
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
