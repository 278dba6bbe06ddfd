import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Tensor, Tensors, TensorType } from './tensor.ts'
import { bytesOf, ELEMENT_BYTES, sizeOf, tensorAt } from './tensor-bytes.ts'

// Open Inference Protocol v2 with its binary tensor extension: a JSON header, then the raw little-endian tensors
// in the order the header names them. Header HEADER_LENGTH says where the JSON ends; without it all is JSON.

export const HEADER_LENGTH = 'inference-header-content-length'
export const DATATYPES = { uint8: 'UINT8', float32: 'FP32', int64: 'INT64' } as const satisfies Record<
  TensorType,
  string
>

/** The message is not in the form of the protocol. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
}

const Parameters = Type.Optional(Type.Record(Type.String(), Type.Unknown()))
const TensorHeader = Type.Object({
  name: Type.String(),
  datatype: Type.String(),
  shape: Type.Array(Type.Integer({ minimum: 0 })),
  parameters: Parameters,
  data: Type.Optional(Type.Array(Type.Unknown())),
})
export const InferRequest = Type.Object({
  id: Type.Optional(Type.String()),
  parameters: Parameters,
  inputs: Type.Array(TensorHeader),
  outputs: Type.Optional(Type.Array(Type.Object({ name: Type.String(), parameters: Parameters }))),
})
export const InferResponse = Type.Object({ outputs: Type.Array(TensorHeader) })
type TensorHeader = Static<typeof TensorHeader>

export type Message = { header: Buffer; chunks: Uint8Array[] }

/** The rows of all calls as one request that asks for binary outputs. */
export function encodeRequest(calls: readonly Tensors[]): Message {
  const chunks: Uint8Array[] = []
  const inputs = Object.entries(calls[0] ?? {}).map(([name, { type, shape }]) => {
    const parts = calls.flatMap((call) => call[name] ?? [])
    chunks.push(...parts.map(bytesOf))
    const rows = parts.reduce((sum, part) => sum + (part.shape[0] ?? 0), 0)
    return {
      name,
      datatype: DATATYPES[type],
      shape: [rows, ...shape.slice(1)],
      parameters: { binary_data_size: parts.reduce((sum, { data }) => sum + data.byteLength, 0) },
    }
  })
  return { header: Buffer.from(JSON.stringify({ parameters: { binary_data_output: true }, inputs })), chunks }
}

export function encodeResponse(
  response: { model_name: string; model_version: string; id?: string },
  outputs: readonly { name: string; tensor: Tensor; binary: boolean }[],
): Message {
  const chunks = outputs.filter(({ binary }) => binary).map(({ tensor }) => bytesOf(tensor))
  const headers = outputs.map(({ name, tensor, binary }) => {
    const { type, shape } = tensor
    const header = JSON.stringify({ name, datatype: DATATYPES[type], shape })
    const rest = binary
      ? `"parameters":{"binary_data_size":${tensor.data.byteLength}}`
      : `"data":${jsonData(tensor)}`
    return `${header.slice(0, -1)},${rest}}`
  })
  const start = JSON.stringify(response)
  return { header: Buffer.from(`${start.slice(0, -1)},"outputs":[${headers.join()}]}`), chunks }
}

/** JSON.stringify has no form for 64-bit numbers, and writes null for what is no number. */
function jsonData({ data }: Tensor): string {
  if (data instanceof Float32Array && !data.every(Number.isFinite))
    throw new MessageRefused('an output holds infinity or NaN, which JSON cannot say: ask for binary outputs')
  return `[${data.join()}]`
}

/** The JSON of a message in its schema's form, and the tensors of the list under `key`, by name. */
export function decodeMessage<S extends TSchema>(
  schema: S,
  key: 'inputs' | 'outputs',
  body: Buffer,
  headerLength: string | undefined,
): { message: Static<S>; tensors: Tensors } {
  const length = headerLength === undefined ? body.length : Number(headerLength)
  if (!Number.isSafeInteger(length) || length < 0 || length > body.length)
    throw new MessageRefused(`${HEADER_LENGTH} is ${headerLength}, and the body has ${body.length} bytes`)
  const message = parse(body.subarray(0, length))
  if (!Value.Check(schema, message)) {
    const [first] = Value.Errors(schema, message)
    throw new MessageRefused(`the message is wrong at ${first?.instancePath || '/'}: ${first?.message}`)
  }
  // Both schemas have the list of headers they are asked for.
  const headers = (message as Record<typeof key, TensorHeader[]>)[key]
  const tensors: Tensors = {}
  let offset = length
  for (const header of headers) {
    if (Object.hasOwn(tensors, header.name)) throw new MessageRefused(`${header.name} comes twice`)
    const size = header.parameters?.binary_data_size
    tensors[header.name] =
      size === undefined ? jsonTensor(header) : binaryTensor(header, size, body.subarray(offset))
    offset += typeof size === 'number' ? size : 0
  }
  if (offset !== body.length)
    throw new MessageRefused(`the body has ${body.length} bytes, its header describes ${offset}`)
  return { message, tensors }
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch (cause) {
    throw new MessageRefused('the message is not JSON', { cause })
  }
}

function typeOf({ name, datatype }: TensorHeader): TensorType {
  switch (datatype) {
    case 'UINT8':
      return 'uint8'
    case 'FP32':
      return 'float32'
    case 'INT64':
      return 'int64'
  }
  throw new MessageRefused(
    `${name} has datatype ${datatype}; there is ${Object.values(DATATYPES).join(', ')}`,
  )
}

function binaryTensor(header: TensorHeader, size: unknown, rest: Buffer): Tensor {
  const type = typeOf(header)
  const wanted = sizeOf(header.shape) * ELEMENT_BYTES[type]
  if (size !== wanted || rest.length < wanted)
    throw new MessageRefused(
      `${header.name} needs ${wanted} bytes; its header says ${size}, and ${rest.length} are left`,
    )
  // Numbers of more than one byte may not start anywhere, so these bytes are moved to the start of a buffer.
  const bytes = rest.byteOffset % ELEMENT_BYTES[type] === 0 ? rest : Uint8Array.from(rest.subarray(0, wanted))
  return tensorAt(type, header.shape, bytes.buffer, bytes.byteOffset)
}

function jsonTensor(header: TensorHeader): Tensor {
  const type = typeOf(header)
  const values = (header.data ?? []).flat(Number.POSITIVE_INFINITY)
  if (values.length !== sizeOf(header.shape))
    throw new MessageRefused(`${header.name} has ${values.length} values for [${header.shape.join(', ')}]`)
  const tensor = tensorAt(type, header.shape, new ArrayBuffer(values.length * ELEMENT_BYTES[type]))
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'number' || (type !== 'float32' && !Number.isSafeInteger(value)))
      throw new MessageRefused(`${header.name} holds a value that is no ${header.datatype}`)
    if (type === 'uint8' && (value < 0 || value > 255))
      throw new MessageRefused(`${header.name} holds ${value}, which is no UINT8`)
    if (tensor.type === 'int64') tensor.data[index] = BigInt(value)
    else tensor.data[index] = value
  }
  return tensor
}
