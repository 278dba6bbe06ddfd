import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A compressed layer in a file. `digest` is that of the file, `diffId` that of the archive inside. */
export type Layer = { file: string; digest: string; diffId: string; bytes: number; unpackedBytes: number }

/** Everything that differs from one machine to the next is fixed: order, times, owners. */
export const tarOptions = (epochS: number) => [
  '--sort=name',
  '--format=gnu',
  `--mtime=@${epochS}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
]

export const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Makes the layer of a folder, or takes the one that the same key has made before. */
export async function makeLayer(options: {
  cache: string
  key: string
  epochS: number
  fill: (root: string) => Promise<void> | void
}): Promise<Layer> {
  const folder = join(options.cache, options.key)
  const description = join(folder, 'layer.json')
  const file = join(folder, 'layer.tar.gz')
  if (existsSync(description)) return { ...JSON.parse(readFileSync(description, 'utf8')), file }
  const unfinished = `${folder}.${process.pid}`
  const root = join(unfinished, 'root')
  mkdirSync(root, { recursive: true })
  try {
    await options.fill(root)
    const made = await pack(root, options.epochS, join(unfinished, 'layer.tar.gz'))
    rmSync(root, { recursive: true })
    writeFileSync(join(unfinished, 'layer.json'), JSON.stringify(made))
    // Another build may have made the same layer meanwhile.
    if (!existsSync(folder)) renameSync(unfinished, folder)
    return { ...made, file }
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

async function pack(root: string, epochS: number, file: string): Promise<Omit<Layer, 'file'>> {
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', root])
  // The only place where everybody may write, and only where something is mounted there.
  if (existsSync(join(root, 'tmp'))) execFileSync('chmod', ['1777', join(root, 'tmp')])
  const tar = spawn('tar', ['-C', root, ...tarOptions(epochS), '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve, reject) =>
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`)))),
  )
  const plain = countingHash()
  const packed = countingHash()
  await Promise.all([
    pipeline(tar.stdout, plain.stream, createGzip({ level: 6 }), packed.stream, createWriteStream(file)),
    ended,
  ])
  return {
    digest: packed.digest(),
    diffId: plain.digest(),
    bytes: packed.bytes(),
    unpackedBytes: plain.bytes(),
  }
}

function countingHash() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  return { stream, digest: () => `sha256:${hash.digest('hex')}`, bytes: () => bytes }
}

/** The digest of a file, read piece by piece. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
