import { type Static, Type } from 'typebox'
import { Closed, Free, IdOf, Nullable, OneOf, Time, Version } from '../../core/contracts/schema.ts'
import { TASK_STATUSES } from '../../core/contracts/tasks.ts'

export const UPDATE_STATUSES = ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED'] as const

export const TaskParams = Type.Object({
  inspection_id: IdOf('inspection'),
  task_name: Type.String({
    maxLength: 100,
    description: 'name of the task; `image_ocr` is the same as `images_ocr`',
  }),
})

export const UpdateTask = Closed({
  status: Type.Optional(
    OneOf(UPDATE_STATUSES, { description: '`TODO` starts, `DONE` finishes, `VALIDATED` accepts' }),
  ),
  arguments: Type.Optional(Free),
})
export type UpdateTask = Static<typeof UpdateTask>

const Provenance = Type.Object(
  {
    models: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), version: Type.String(), sha256: Type.String() })),
    ),
    code_version: Type.Optional(Type.String()),
    parameters: Type.Optional(Free),
    input_sha256: Type.Optional(Type.String({ description: 'of the working picture' })),
  },
  {
    description:
      'how the result was produced; `parameters.facts` contains what was known about the picture besides its pixels. Empty for older results',
  },
)

const TaskResult = Type.Object({
  image_id: Type.String(),
  origin: Type.String({ description: 'model, or version of the check, that produced the result' }),
  provenance: Provenance,
})
export type TaskResult = Static<typeof TaskResult>

export const Task = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['TASK']),
    name: Type.String(),
    status: OneOf(TASK_STATUSES),
    created_at: Time,
    started_at: Nullable(Time),
    done_at: Nullable(Time),
    inspection_id: Type.String(),
    images: Type.Array(Type.Object({ image_id: Type.String(), details: Type.Optional(Free) })),
    arguments: Free,
    confidence_pre_execution: Nullable(Type.Boolean()),
    confidence_pre_execution_status: OneOf(TASK_STATUSES),
    confidence_post_execution: Nullable(Type.Boolean()),
    error_messages: Type.Array(Free),
    waits_for_person: Type.Boolean({
      description:
        'whether nothing but a person can move the task on: it is started and has no model. Such a task does not keep the inspection from being DONE',
    }),
    results: Type.Optional(
      Type.Array(TaskResult, {
        description:
          'how the result of each picture in the last run was produced; only when a single task is read, and absent if there is none',
      }),
    ),
    version: Version,
  },
  { $id: 'Task' },
)
export type Task = Static<typeof Task>

export const ReplayParams = Type.Object({ ...TaskParams.properties, replay_id: IdOf('replay') })

const Difference = Type.Object({
  of: OneOf(['provenance', 'result'], {
    description: 'how the result was produced (models, code, parameters, input), or its content',
  }),
  path: Type.String({ description: 'JSON pointer; models appear under their names' }),
  recorded: Nullable(Type.String({ description: 'first 200 characters of the recorded value as JSON' })),
  replayed: Nullable(Type.String({ description: 'first 200 characters of the new value as JSON' })),
})

const ReplayedImage = Type.Object({
  image_id: Type.String(),
  origin: Type.String({ description: 'how the recorded result was produced' }),
  is_identical: Type.Boolean({ description: 'whether the canonical JSON of both results is identical' }),
  differences: Type.Array(Difference, { description: 'at most 20' }),
})
export type ReplayedImage = Static<typeof ReplayedImage>

export const TaskReplay = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['TASK_REPLAY']),
    inspection_id: Type.String(),
    task_name: Type.String(),
    generation: Type.Integer({ description: 'replayed run of the task' }),
    status: OneOf(['IN_PROGRESS', 'DONE', 'ERROR']),
    created_at: Time,
    created_by: Type.String(),
    done_at: Nullable(Time),
    is_identical: Nullable(Type.Boolean({ description: 'for all pictures; null until known' })),
    images: Type.Array(ReplayedImage),
    error: Nullable(Type.String({ description: 'reason of the failure' })),
  },
  { $id: 'TaskReplay' },
)
export type TaskReplay = Static<typeof TaskReplay>

export const TaskMap = Type.Unsafe<Record<string, Task>>({
  type: 'object',
  additionalProperties: { $ref: 'Task#' },
})
