import { Type } from 'typebox'
import { IdOf } from '../contracts/schema.ts'
import type { App } from '../platform/app.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { TaskMap, TaskParams, UpdateTask } from './schema.ts'
import { updateTask } from './update-task.ts'

export function taskRoutes(app: App): void {
  app.get('/inspections/:inspection_id/tasks', {
    schema: {
      operationId: 'listTasks',
      summary: 'List the tasks of an inspection',
      description: 'An object keyed by task name. The task `images_ocr` also stands under `image_ocr`.',
      tags: ['tasks'],
      params: Type.Object({ inspection_id: IdOf('inspection') }),
      response: { 200: TaskMap },
    },
    handler: (request) => listTasks(request.ctx, request.params.inspection_id),
  })
  app.get('/inspections/:inspection_id/tasks/:task_name', {
    schema: {
      operationId: 'getTask',
      summary: 'Read a task',
      description: 'One task with its status, its pictures and, after a failure, its error messages.',
      tags: ['tasks'],
      params: TaskParams,
      response: { 200: Type.Ref('Task') },
    },
    handler: (request) => getTask(request.ctx, request.params.inspection_id, request.params.task_name),
  })
  app.patch('/inspections/:inspection_id/tasks/:task_name', {
    config: {
      versioned: true,
      errors: ['task_already_started', 'task_transition_refused', 'task_not_available'],
    },
    schema: {
      operationId: 'updateTask',
      summary: 'Start, finish or validate a task',
      description:
        '`TODO` starts a task on the pictures it has now; one that no installed model can do then waits for a person. `DONE` finishes it by hand; `VALIDATED` accepts what was done. Asking for a status that is already reached answers 200. `arguments` can be set until the task starts.',
      tags: ['tasks'],
      params: TaskParams,
      body: UpdateTask,
      response: { 200: Type.Ref('Task') },
    },
    handler: (request) =>
      updateTask(request.ctx, request.params.inspection_id, request.params.task_name, request.body),
  })
}
