import { type Static, Type } from 'typebox'
import { Closed, Free, IdOf, Nullable, OneOf, Time, Version } from '../contracts/schema.ts'
import { TASK_STATUSES } from '../contracts/tasks.ts'

export const UPDATE_STATUSES = ['NOT_STARTED', 'TODO', 'DONE', 'VALIDATED'] as const

export const TaskParams = Type.Object({
  inspection_id: IdOf('inspection'),
  task_name: Type.String({ maxLength: 100, description: 'name of the task; `image_ocr` means `images_ocr`' }),
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
      'what the result was made with; `parameters.facts` is what was known of the picture beside its pixels. Empty for results from before it was kept',
  },
)

const TaskResult = Type.Object({
  image_id: Type.String(),
  origin: Type.String({ description: 'the model, or the version of the check, that made the result' }),
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
          'what made the result of each picture in the last run; only where one task is read, and left out while there is none',
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
    description: 'what the result was made with (models, code, parameters, input), or what it says',
  }),
  path: Type.String({ description: 'JSON pointer; models stand under their names' }),
  recorded: Nullable(Type.String({ description: 'JSON of the recorded value, its first 200 characters' })),
  replayed: Nullable(Type.String({ description: 'JSON of the value now, its first 200 characters' })),
})

const ReplayedImage = Type.Object({
  image_id: Type.String(),
  origin: Type.String({ description: 'what made the recorded result' }),
  is_identical: Type.Boolean({ description: 'the canonical JSON of both results has the same bytes' }),
  differences: Type.Array(Difference, { description: 'at most 20' }),
})
export type ReplayedImage = Static<typeof ReplayedImage>

export const TaskReplay = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['TASK_REPLAY']),
    inspection_id: Type.String(),
    task_name: Type.String(),
    generation: Type.Integer({ description: 'which run of the task was made again' }),
    status: OneOf(['IN_PROGRESS', 'DONE', 'ERROR']),
    created_at: Time,
    created_by: Type.String(),
    done_at: Nullable(Time),
    is_identical: Nullable(Type.Boolean({ description: 'of all pictures; null until it is known' })),
    images: Type.Array(ReplayedImage),
    error: Nullable(Type.String({ description: 'why it could not be done' })),
  },
  { $id: 'TaskReplay' },
)
export type TaskReplay = Static<typeof TaskReplay>

export const TaskMap = Type.Unsafe<Record<string, Task>>({
  type: 'object',
  additionalProperties: { $ref: 'Task#' },
})
