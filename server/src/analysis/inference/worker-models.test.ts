import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileCache } from '../../../../testing/compile-cache.ts'
import { freePorts } from '../../../../testing/ports.ts'
import { readStack } from '../../../../testing/stack.ts'
import { copyModels } from '../../../test/models.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
const copies = copyModels(['vehicle-detector', 'text-detector'])

beforeAll(async () => {
  service = await startOwnService({ why: 'it starts workers of its own' })
})
afterAll(async () => {
  await service.stop()
  copies.remove()
})

it('a worker opens its models, names broken and missing ones at /readyz, measures them and stops cleanly', async () => {
  rmSync(join(copies.folder, 'vehicle-detector', '1', 'model.onnx'))
  const [port = 0] = await freePorts(1)
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../worker.ts')], {
    env: {
      ...readStack(),
      ...compileCache,
      DATABASE_URL: service.config.DATABASE_URL,
      TEMPORARY_DIR: service.temporaryDir,
      WORKER_OPERATIONS_PORT: String(port),
      MODELS_DIR: copies.folder,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(worker, 'exit')
  for await (const line of worker.stdout) if (String(line).includes('worker ready')) break
  worker.stdout.resume()

  try {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({
      status: 'not ready',
      faults: [
        'model vehicle-detector: its weights 1/model.onnx cannot be read: install them',
        ...['damage-segmenter', 'part-segmenter', 'text-recognizer', 'wheel-locator'].map(
          (name) => `model ${name}: it is not installed`,
        ),
      ],
    })
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(/walkaround_inference_seconds_count\{.*model="text-detector".*\} 1/)
    expect(metrics).toMatch(/^walkaround_queue_waiting\{queue="analyze_image",role="worker"\} 0$/m)
    expect(metrics).toMatch(/^walkaround_database_connections\{state="max",role="worker"\} \d+$/m)
  } finally {
    worker.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})
