import { Type } from 'typebox'
import { soonestS, taskRetryAfterS, workRetryAfterS } from '../../core/contracts/retry-after.ts'
import { IdOf } from '../../core/contracts/schema.ts'
import type { App } from '../../core/platform/app.ts'
import { createTaskRun } from './create-task-run.ts'
import { getTask } from './get-task.ts'
import { getTaskReplay } from './get-task-replay.ts'
import { listTasks } from './list-tasks.ts'
import { replayTask } from './replay-task.ts'
import { ReplayParams, type Task, TaskMap, TaskParams, UpdateTask } from './schema.ts'
import { requireTaskReplay, requireTaskRun, requireTaskUpdate } from './task-permission.ts'
import { updateTask } from './update-task.ts'

export function taskRoutes(app: App): void {
  app.get('/inspections/:inspection_id/tasks', {
    config: {
      errors: ['answer_too_large'],
      retryAfterS: (tasks: Record<string, Task>) => soonestS(Object.values(tasks).map(taskRetryAfterS)),
    },
    schema: {
      operationId: 'listTasks',
      summary: 'List the tasks of an inspection',
      description: 'An object keyed by task name. The task `images_ocr` also appears as `image_ocr`.',
      tags: ['tasks'],
      params: Type.Object({ inspection_id: IdOf('inspection') }),
      response: { 200: TaskMap },
    },
    handler: (request) => listTasks(request.ctx, request.params.inspection_id),
  })
  app.get('/inspections/:inspection_id/tasks/:task_name', {
    config: { errors: ['answer_too_large'], waits: true, retryAfterS: taskRetryAfterS },
    schema: {
      operationId: 'getTask',
      summary: 'Get a task',
      description:
        'A task with its status, its pictures and, after a failure, its error messages. `results` describes how the result of each picture was produced: models, code, parameters and input. With `Prefer: wait`, the response waits until a running task ends.',
      tags: ['tasks'],
      params: TaskParams,
      response: { 200: Type.Ref('Task') },
    },
    handler: ({ ctx, params, waitMs }) => getTask(ctx, params.inspection_id, params.task_name, waitMs),
  })
  app.patch('/inspections/:inspection_id/tasks/:task_name', {
    config: {
      access: { ofBody: requireTaskUpdate },
      versioned: true,
      retryAfterS: taskRetryAfterS,
      errors: [
        'task_already_started',
        'task_transition_refused',
        'task_not_available',
        'task_has_no_pictures',
      ],
    },
    schema: {
      operationId: 'updateTask',
      summary: 'Start, finish or validate a task',
      description:
        '`TODO` starts a task on its current pictures. A task that no model performs, such as `human_in_the_loop`, then waits for a person. A task whose model is not installed ends in ERROR with the code `model_not_installed`. `DONE` finishes a task by hand, even after an ERROR. `VALIDATED` accepts its results, and finishes a task that waits for a person. Setting the current status again answers 200. You can set `arguments` until the task starts.',
      tags: ['tasks'],
      params: TaskParams,
      body: UpdateTask,
      response: { 200: Type.Ref('Task') },
    },
    handler: (request) =>
      updateTask(request.ctx, request.params.inspection_id, request.params.task_name, request.body),
  })
  app.post('/inspections/:inspection_id/tasks/:task_name/runs', {
    config: {
      access: { ofBody: requireTaskRun },
      retryAfterS: taskRetryAfterS,
      errors: ['task_running', 'task_not_run', 'task_not_available', 'task_has_no_pictures', 'limit_reached'],
    },
    schema: {
      operationId: 'createTaskRun',
      summary: 'Run a task again',
      description:
        'Starts a finished task once more, on the pictures it has now and with what is known of them now. Everything that a person confirmed, changed, rejected or drew stays. Findings that nobody touched are replaced by those of the new run, once it is done. A task that was `VALIDATED` goes back to `TODO` and must be validated again. To compare results without changing anything, replay the task instead.',
      tags: ['tasks'],
      params: TaskParams,
      response: { 201: Type.Ref('Task') },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await createTaskRun(request.ctx, request.params.inspection_id, request.params.task_name)),
  })
  app.post('/inspections/:inspection_id/tasks/:task_name/replay', {
    config: {
      access: { ofBody: requireTaskReplay },
      lingers: true,
      errors: ['task_not_replayable', 'limit_reached'],
      retryAfterS: workRetryAfterS,
    },
    schema: {
      operationId: 'replayTask',
      summary: 'Replay a task',
      description:
        'Analyzes the stored pictures of a finished run again with the installed models and code, and compares the results with the recorded ones. Neither the task nor its findings change. If a replay is already running, the response contains that one. The request waits up to 12 seconds; after that, read a replay that is still `IN_PROGRESS` by its ID.',
      tags: ['tasks'],
      params: TaskParams,
      response: { 200: Type.Ref('TaskReplay') },
    },
    handler: (request) => replayTask(request.ctx, request.params.inspection_id, request.params.task_name),
  })
  app.get('/inspections/:inspection_id/tasks/:task_name/replays/:replay_id', {
    config: { waits: true, retryAfterS: workRetryAfterS },
    schema: {
      operationId: 'getTaskReplay',
      summary: 'Get a replay',
      description: 'Whether the results are identical, and the differences per picture.',
      tags: ['tasks'],
      params: ReplayParams,
      response: { 200: Type.Ref('TaskReplay') },
    },
    handler: ({ ctx, params, waitMs }) =>
      getTaskReplay(ctx, params.inspection_id, params.task_name, params.replay_id, waitMs),
  })
}
