import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Layer, tarOptions } from './layers.ts'

type Written = { digest: string; id: string }
type Description = { name: string; epochS: number; config: object; history: string[] }

/**
 * Writes an image as one file: an OCI image layout (image-spec v1.1), and the list that older versions of Docker read.
 * Answers the digest of its manifest, by which registries know an image, and its id, by which engines do.
 */
export function writeArchive(file: string, layers: Layer[], description: Description): Written {
  mkdirSync(dirname(file), { recursive: true })
  const folder = mkdtempSync(join(dirname(file), '.image-'))
  try {
    return fillArchive(folder, file, layers, description)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fillArchive(folder: string, file: string, layers: Layer[], description: Description): Written {
  const blobs = join(folder, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const blobOf = (digest: string) => join('blobs/sha256', digest.replace('sha256:', ''))
  const store = (mediaType: string, value: object) => {
    const text = JSON.stringify(value)
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    writeFileSync(join(folder, blobOf(digest)), text)
    return { mediaType, digest, size: Buffer.byteLength(text) }
  }
  for (const layer of layers) linkOrCopy(layer.file, join(folder, blobOf(layer.digest)))

  const created = new Date(description.epochS * 1000).toISOString()
  const config = store('application/vnd.oci.image.config.v1+json', {
    created,
    architecture: 'amd64',
    os: 'linux',
    config: description.config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: description.history.map((created_by) => ({ created, created_by })),
  })
  const manifest = store('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: layers.map(({ digest, bytes }) => ({
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
      digest,
      size: bytes,
    })),
  })
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('oci-layout', { imageLayoutVersion: '1.0.0' })
  write('index.json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [{ ...manifest, annotations: { 'org.opencontainers.image.ref.name': description.name } }],
  })
  write('manifest.json', [
    {
      Config: blobOf(config.digest),
      RepoTags: [description.name],
      Layers: layers.map(({ digest }) => blobOf(digest)),
    },
  ])
  const entries = ['blobs', 'index.json', 'manifest.json', 'oci-layout']
  execFileSync('tar', ['-C', folder, ...tarOptions(description.epochS), '-cf', file, ...entries])
  return { digest: manifest.digest, id: config.digest.replace('sha256:', '') }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
