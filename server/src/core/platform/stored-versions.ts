import {
  type DeleteMarkerEntry,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ObjectVersion,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createS3Client, type S3Options } from './s3-client.ts'

/** `isMarker`: it says that the object is deleted, and has no bytes. */
export type StoredVersion = { versionId: string; isLatest: boolean; isMarker: boolean }

/** An object in every version that the store keeps. */
export type VersionedObject = { key: string; versions: StoredVersion[] }

const DELETED_AT_ONCE = 1_000

/** The object store with every version of every object, for operators. */
export class StoredVersions {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(options: S3Options & { bucket: string }) {
    this.#client = createS3Client(options)
    this.#bucket = options.bucket
  }

  /** What the keys begin with, up to the first slash. */
  async listOrganizations(): Promise<string[]> {
    const found = new Set<string>()
    let token: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Delimiter: '/',
          ...(token ? { ContinuationToken: token } : {}),
        }),
      )
      const keys = [
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix),
        ...(page.Contents ?? []).map(({ Key }) => Key),
      ]
      for (const key of keys) if (key?.includes('/')) found.add(key.slice(0, key.indexOf('/')))
      token = page.NextContinuationToken
    } while (token)
    return [...found]
  }

  /** Every object whose key begins so and comes after another, in the order of the bytes of their keys. */
  async *list(prefix: string, after = ''): AsyncGenerator<VersionedObject> {
    let marker: { KeyMarker: string; VersionIdMarker?: string } | null = after ? { KeyMarker: after } : null
    // The last one may go on on the next page.
    const held: VersionedObject[] = []
    do {
      const page = await this.#client.send(
        new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix: prefix, ...(marker ?? {}) }),
      )
      for (const { key, version } of entriesOf(page)) {
        const last = held.at(-1)
        if (last?.key === key) last.versions.push(version)
        else held.push({ key, versions: [version] })
      }
      marker =
        page.IsTruncated && page.NextKeyMarker ? nextOf(page.NextKeyMarker, page.NextVersionIdMarker) : null
      yield* held.splice(0, marker ? held.length - 1 : held.length)
    } while (marker)
  }

  async delete(key: string, versions: readonly StoredVersion[]): Promise<void> {
    for (let at = 0; at < versions.length; at += DELETED_AT_ONCE) {
      const some = versions.slice(at, at + DELETED_AT_ONCE)
      const Objects = some.map(({ versionId }) => ({ Key: key, VersionId: versionId }))
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      )
      if (Errors.length > 0)
        throw new Error(`the object store kept ${Errors.length} version(s): ${Errors[0]?.Code ?? 'no code'}`)
    }
  }

  close(): void {
    this.#client.destroy()
  }
}

const nextOf = (KeyMarker: string, VersionIdMarker: string | undefined) =>
  VersionIdMarker === undefined ? { KeyMarker } : { KeyMarker, VersionIdMarker }

/** Versions and marks come in two lists, each in order. */
function entriesOf(page: {
  Versions?: ObjectVersion[] | undefined
  DeleteMarkers?: DeleteMarkerEntry[] | undefined
}) {
  const entry = (isMarker: boolean) => (found: ObjectVersion | DeleteMarkerEntry) => ({
    key: found.Key ?? '',
    version: { versionId: found.VersionId ?? 'null', isLatest: found.IsLatest ?? false, isMarker },
  })
  return [...(page.Versions ?? []).map(entry(false)), ...(page.DeleteMarkers ?? []).map(entry(true))].sort(
    (one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)),
  )
}
