import { type Static, Type } from 'typebox'

const TensorSpec = Type.Object({
  name: Type.String(),
  type: Type.Union([Type.Literal('uint8'), Type.Literal('float32'), Type.Literal('int64')]),
  /** `n` is the batch; any other word is a size that may change from call to call. */
  shape: Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.String()])),
})

/** models/<name>/manifest.json: everything the service needs to know of a model. */
export const Manifest = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    /** The tasks that use it. */
    tasks: Type.Array(Type.String()),
    title: Type.String(),
    /** In the model's folder, or in a package the server depends on. */
    weights: Type.Object({ package: Type.Optional(Type.String()), file: Type.String() }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    licence: Type.Object({
      weights: Type.String(),
      attribution: Type.Array(
        Type.Object({ name: Type.String(), licence: Type.String(), source: Type.String() }),
      ),
    }),
    inputs: Type.Array(TensorSpec),
    outputs: Type.Array(TensorSpec),
    /** What the model tells apart, in the order of its outputs, with the wire's word for each where there is one. */
    classes: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    /** Its memory is kept between calls in a process: faster where every picture calls it. */
    keeps_memory: Type.Optional(Type.Boolean()),
    /** Numbers of the steps before and after the model: thresholds, sizes. Read by the file that runs it. */
    parameters: Type.Record(Type.String(), Type.Unknown()),
    training: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)
export type Manifest = Static<typeof Manifest>

/** Whether every input and output has a row for each picture, so that rows of several calls can be one call. */
export function hasRows({ inputs, outputs }: Manifest): boolean {
  return [...inputs, ...outputs].every(({ shape }) => shape[0] === 'n')
}
