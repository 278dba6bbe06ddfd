import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyModels, digestOf, inProcess, inputsFor, quiet, startModelServer } from '../../../test/models.ts'
import type { Models } from './model.ts'
import { encodeRequest, HEADER_LENGTH } from './oip-messages.ts'
import { openModels } from './open-models.ts'
import { bytesOf, tensorAt } from './tensor-bytes.ts'

// Of the others, the start would check the answers.
const copies = copyModels(['vehicle-detector', 'text-detector', 'text-recognizer'])
let models: Models
let server: Awaited<ReturnType<typeof startModelServer>>
const BYTES_MAX = 2_000_000

beforeAll(async () => {
  models = await openModels({ ...inProcess, MODELS_DIR: copies.folder }, quiet)
  server = await startModelServer(models, 0, BYTES_MAX)
})
afterAll(async () => {
  await server.stop()
  await models.close()
  copies.remove()
})

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${server.url}${path}`, init)
  const body = Buffer.from(await answer.arrayBuffer())
  const length = Number(answer.headers.get(HEADER_LENGTH) ?? body.length)
  return {
    status: answer.status,
    json: JSON.parse(body.subarray(0, length).toString('utf8')),
    binary: body.subarray(length),
  }
}

const inferJson = (name: string, request: object) =>
  ask(`/v2/models/${name}/infer`, { method: 'POST', body: JSON.stringify(request) })

describe('serveModels', () => {
  it('200 tells of the server and its health', async () => {
    expect((await ask('/v2')).json).toMatchObject({ extensions: ['binary_tensor_data'] })
    expect(await ask('/v2/health/live')).toMatchObject({ status: 200, json: { live: true } })
    const faults = models.findFaults()
    expect(await ask('/v2/health/ready')).toMatchObject({
      status: faults.length === 0 ? 200 : 400,
      json: { ready: faults.length === 0, faults },
    })
  })

  it('200 tells its metrics', async () => {
    const answer = await fetch(`${server.url}/metrics`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(await answer.text()).toMatch(/^# TYPE walkaround_inference_seconds histogram$/m)
  })

  it.each(['/v2/models/text-recognizer', '/v2/models/text-recognizer/versions/1'])(
    '200 describes the model at %s',
    async (path) => {
      expect(await ask(path)).toMatchObject({
        status: 200,
        json: {
          name: 'text-recognizer',
          versions: ['1'],
          platform: 'onnxruntime_onnx',
          inputs: [{ name: 'x', datatype: 'FP32', shape: [-1, 3, 48, -1] }],
          outputs: [{ name: 'softmax_11.tmp_0', datatype: 'FP32', shape: [-1, -1, 6625] }],
        },
      })
      expect((await ask(`${path}/ready`)).status).toBe(200)
    },
  )

  it('200 gives the same numbers in JSON as in binary', async () => {
    const model = models.get('text-recognizer')
    const inputs = inputsFor(model.manifest, 2)
    const { json } = await inferJson('text-recognizer', {
      id: 'call 7',
      inputs: [{ name: 'x', datatype: 'FP32', shape: inputs.x?.shape, data: [...(inputs.x?.data ?? [])] }],
    })
    expect(json).toMatchObject({ id: 'call 7', model_name: 'text-recognizer', model_version: '1' })
    const [{ name, shape, data }] = json.outputs
    const answered = { [name]: tensorAt('float32', shape, Float32Array.from(data).buffer) }
    expect(digestOf(answered)).toBe(digestOf(await model.infer(inputs)))
  })

  it('200 gives only the outputs asked for, each in its own form', async () => {
    const model = models.get('vehicle-detector')
    const inputs = inputsFor(model.manifest, 2)
    const { header, chunks } = encodeRequest([inputs])
    const request = {
      inputs: JSON.parse(header.toString('utf8')).inputs,
      outputs: [{ name: 'boxes', parameters: { binary_data: true } }],
    }
    const start = Buffer.from(JSON.stringify(request))
    const { json, binary } = await ask('/v2/models/vehicle-detector/infer', {
      method: 'POST',
      body: Buffer.concat([start, ...chunks]),
      headers: { [HEADER_LENGTH]: String(start.length) },
    })
    const { boxes } = await model.infer(inputs)
    expect(json.outputs).toEqual([
      { name: 'boxes', datatype: 'FP32', shape: [1, 1917, 4], parameters: { binary_data_size: 30672 } },
    ])
    expect(boxes && binary.equals(bytesOf(boxes))).toBe(true)
  })

  it.each([
    ['/v2/models/no-such-model', 'GET'],
    ['/v2/models/no-such-model/infer', 'POST'],
    ['/v2/models/vehicle-detector/versions/2', 'GET'],
    ['/v2/models/vehicle-detector/versions/2/infer', 'POST'],
    ['/v2/models/vehicle-detector/nothing', 'GET'],
    ['/', 'GET'],
  ])('404 for %s', async (path, method) => {
    expect(await ask(path, { method })).toMatchObject({ status: 404, json: { error: expect.any(String) } })
  })

  it('405 for a wrong method', async () => {
    expect((await ask('/v2', { method: 'POST' })).status).toBe(405)
    expect((await ask('/v2/models/vehicle-detector/infer')).status).toBe(405)
  })

  const x = { name: 'x', datatype: 'FP32', shape: [1, 3, 48, 32] }
  const data = Array.from({ length: 3 * 48 * 32 }, () => 0.5)
  it.each<[string, object, string]>([
    ['no inputs', {}, 'wrong at /'],
    ['a missing input', { inputs: [] }, 'the input x is missing'],
    ['an unknown input', { inputs: [{ ...x, data, name: 'y' }] }, 'there is no input y; there is x'],
    [
      'an input twice',
      {
        inputs: [
          { ...x, data },
          { ...x, data },
        ],
      },
      'x comes twice',
    ],
    ['another datatype', { inputs: [{ ...x, data, datatype: 'UINT8' }] }, 'which is no UINT8|no UINT8'],
    ['an unknown datatype', { inputs: [{ ...x, data, datatype: 'FP16' }] }, 'UINT8, FP32, INT64'],
    ['too few values', { inputs: [{ ...x, data: [1] }] }, 'has 1 values'],
    ['values that are no numbers', { inputs: [{ ...x, data: data.map(() => 'a') }] }, 'no FP32'],
    ['a wrong shape', { inputs: [{ ...x, shape: [3, 48, 32], data }] }, 'not float32'],
    [
      'bytes that are not there',
      { inputs: [{ ...x, parameters: { binary_data_size: 18432 } }] },
      '0 are left',
    ],
    ['an unknown output', { inputs: [{ ...x, data }], outputs: [{ name: 'z' }] }, 'there is no output z'],
  ])('400 for %s', async (_, request, text) => {
    const { status, json } = await inferJson('text-recognizer', request)
    expect(json.error).toMatch(new RegExp(text))
    expect(status).toBe(400)
  })

  it.each([
    ['not JSON', 'nonsense', {}],
    ['a header longer than the body', '{}', { [HEADER_LENGTH]: '3' }],
    ['a header length that is no number', '{}', { [HEADER_LENGTH]: 'x' }],
    ['bytes nobody described', '{"inputs":[]} more', { [HEADER_LENGTH]: '13' }],
  ])('400 for %s', async (_, body, headers) => {
    const answer = await ask('/v2/models/text-recognizer/infer', { method: 'POST', body, headers })
    expect(answer).toMatchObject({ status: 400, json: { error: expect.any(String) } })
  })

  it('413 for a body over the limit, announced or not', async () => {
    const { header, chunks } = encodeRequest([
      { x: tensorAt('float32', [1, 3, 48, 4000], new ArrayBuffer(3 * 48 * 4000 * 4)) },
    ])
    const body = Buffer.concat([header, ...chunks])
    expect(body.length).toBeGreaterThan(BYTES_MAX)
    const headers = { [HEADER_LENGTH]: String(header.length) }
    const path = '/v2/models/text-recognizer/infer'
    expect((await ask(path, { method: 'POST', body, headers })).status).toBe(413)
    const stream = new Blob([body]).stream()
    const streamed = ask(path, { method: 'POST', body: stream, headers, duplex: 'half' })
    // The connection may go before the answer is read, because the rest of the body is not taken.
    expect(await streamed.then(({ status }) => status).catch(() => 413)).toBe(413)
    expect((await ask('/v2/health/live')).status).toBe(200)
  })
})
