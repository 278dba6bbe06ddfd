import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inputsOfSize } from '../src/analysis/inference/golden.ts'
import type { Manifest } from '../src/analysis/inference/manifest.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { OWN_MODELS_DIR } from '../src/analysis/inference/read-manifests.ts'
import { serveModels } from '../src/analysis/inference/serve-models.ts'
import type { Tensors } from '../src/analysis/inference/tensor.ts'
import { bytesOf } from '../src/analysis/inference/tensor-bytes.ts'
import { createLog } from '../src/core/platform/log.ts'
import { createMetrics } from '../src/core/platform/metrics.ts'

export const quiet = createLog('silent', 'test')

export const inProcess = {
  MODELS_DIR: OWN_MODELS_DIR,
  INFERENCE_THREADS: 2,
  INFERENCE_URL: undefined,
  INFERENCE_TIMEOUT_MS: 20_000,
}

/** An input of one row that is different for each seed. */
export function inputsFor(manifest: Manifest, seed: number): Tensors {
  return inputsOfSize(manifest, { n: 1, height: 96, width: 96 }, seed)
}

/** Equal for equal bits. Comparing hundreds of thousands of numbers one by one takes seconds. */
export function digestOf(tensors: Tensors): string {
  const hash = createHash('sha256')
  for (const [name, tensor] of Object.entries(tensors).sort(([a], [b]) => a.localeCompare(b)))
    hash.update(`${name} ${tensor.type} ${tensor.shape.join()} `).update(bytesOf(tensor))
  return hash.digest('hex')
}

/** The models over HTTP on a free port of loopback. */
export async function startModelServer(models: Models, port = 0, bytesMax = 64 * 1024 * 1024) {
  const server = serveModels({ models, bytesMax, log: quiet, metrics: createMetrics('test') }).listen(
    port,
    '127.0.0.1',
  )
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A folder with copies of some models, to be broken. */
export function copyModels(names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-models-'))
  for (const name of names) cpSync(join(OWN_MODELS_DIR, name), join(folder, name), { recursive: true })
  return {
    folder,
    changeManifest: (name: string, change: (manifest: Manifest) => unknown) => {
      const file = join(folder, name, 'manifest.json')
      const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
      change(manifest)
      writeFileSync(file, JSON.stringify(manifest))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
