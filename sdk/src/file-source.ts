/** Where a file comes from: a Blob or File, a stream, or in Node a path or a `file:` URL. */
export type FileSource = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string | URL

/** Bytes that can be sent more than once, the same each time: streams and files are read into memory. */
export async function blobOf(source: FileSource): Promise<Blob> {
  if (source instanceof Blob) return source
  if (typeof source === 'string' || source instanceof URL) return openPath(source)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  // A chunk may be reused by its maker once the next one is asked for.
  for await (const chunk of chunksOf(source)) chunks.push(new Uint8Array(chunk))
  return new Blob(chunks)
}

async function* chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>) {
  // Not every browser can loop over a stream.
  if (!('getReader' in source)) return yield* source
  const reader = source.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

async function openPath(path: string | URL): Promise<Blob> {
  const isAddress = path instanceof URL ? path.protocol !== 'file:' : /^https?:\/\//.test(path)
  if (isAddress) throw new TypeError(`${path} is an address: only pictures can be fetched from one`)
  // A name in a variable: bundlers for browsers leave it alone, and there a path leads nowhere anyway.
  const name = 'node:fs'
  const fs: typeof import('node:fs') = await import(/* @vite-ignore */ /* webpackIgnore: true */ name)
  return new Blob([new Uint8Array(await fs.promises.readFile(path))])
}

export function nameOf(source: FileSource): string {
  const path = source instanceof URL ? decodeURIComponent(source.pathname) : source
  if (typeof path === 'string') return path.split(/[/\\]/).at(-1) || 'file'
  return 'name' in path && typeof path.name === 'string' ? path.name : 'file'
}
