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
      tags: ['tasks'],
      params: Type.Object({ inspection_id: IdOf('inspection') }),
      response: { 200: TaskMap },
    },
    handler: (request) => listTasks(request.ctx, request.params.inspection_id),
  })
  app.get('/inspections/:inspection_id/tasks/:task_name', {
    schema: {
      operationId: 'getTask',
      tags: ['tasks'],
      params: TaskParams,
      response: { 200: Type.Ref('Task') },
    },
    handler: (request) => getTask(request.ctx, request.params.inspection_id, request.params.task_name),
  })
  app.patch('/inspections/:inspection_id/tasks/:task_name', {
    schema: {
      operationId: 'updateTask',
      tags: ['tasks'],
      params: TaskParams,
      body: UpdateTask,
      response: { 200: Type.Ref('Task') },
    },
    handler: (request) =>
      updateTask(request.ctx, request.params.inspection_id, request.params.task_name, request.body),
  })
}
