import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { copyModels, inProcess, inputsFor, quiet } from '../../../test/models.ts'
import type { Models } from './model.ts'
import { openModels } from './open-models.ts'
import { RuntimeUnreachable } from './runtime.ts'

// A server in front of which something may stand: what it answers is set by each test.
let answer: (response: ServerResponse) => void
let asked = 0
const server = createServer((request, response) => {
  asked++
  request.resume().on('end', () => answer(response))
})
const copies = copyModels(['text-detector'])
let models: Models

beforeEach(async () => {
  asked = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await models.close()
  server.close()
  server.closeAllConnections()
})

afterAll(() => copies.remove())

async function open(): Promise<Models> {
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  const config = { ...inProcess, MODELS_DIR: copies.folder, INFERENCE_URL: `http://127.0.0.1:${port}` }
  models = await openModels(config, quiet)
  return models
}

it.each<[string, (response: ServerResponse) => void, string]>([
  [
    '404 for a model it does not know yet',
    (response) => response.writeHead(404).end('{"error":"unknown model"}'),
    'answered 404 for text-detector: {"error":"unknown model"}',
  ],
  ['400', (response) => response.writeHead(400).end('loading'), 'answered 400 for text-detector: loading'],
  ['200 with nothing', (response) => response.writeHead(200).end(), 'no answer that can be read'],
  [
    'far more than the outputs of the model',
    (response) => response.writeHead(200).end(Buffer.alloc(8 * 1024 * 1024)),
    'answers more than the',
  ],
])('a server that answers %s is asked again', async (_, first, text) => {
  answer = first
  await open()
  expect(models.findFaults()).toEqual([expect.stringContaining(text)])
  const model = models.get('text-detector')
  const before = asked
  await expect(model.infer(inputsFor(model.manifest, 1))).rejects.toThrow(RuntimeUnreachable)
  expect(asked).toBeGreaterThan(before)
})

it('callers that come while a model is checked share that check', async () => {
  answer = (response) => response.writeHead(503).end()
  await open()
  const model = models.get('text-detector')
  const held: ServerResponse[] = []
  const waiting = Promise.withResolvers<void>()
  answer = (response) => {
    held.push(response)
    waiting.resolve()
  }
  const before = asked
  const inputs = inputsFor(model.manifest, 1)
  const calls = Promise.allSettled(Array.from({ length: 20 }, () => model.infer(inputs)))
  await waiting.promise
  answer = (response) => response.writeHead(503).end()
  for (const response of held) response.writeHead(503).end()
  const outcomes = await calls
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(asked - before).toBe(1)
})
