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
    version: Version,
  },
  { $id: 'Task' },
)
export type Task = Static<typeof Task>

export const TaskMap = Type.Unsafe<Record<string, Task>>({
  type: 'object',
  additionalProperties: { $ref: 'Task#' },
})
