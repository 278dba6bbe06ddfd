import { setTimeout as delay } from 'node:timers/promises'
import { createTaskRun, getTaskReplay, listTasks, replayTask, updateTask, waitForTask } from '@walkaround/sdk'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { timeOf } from '../values.ts'

const list: Command = {
  name: 'tasks list',
  summary: 'List the tasks of an inspection',
  args: ['INSPECTION'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await listTasks(client(), arg(0), { signal })
    if (isJson) return void terminal.json(answer)
    const rows = answer.result.map((id) => {
      const { name, status, startedAt, doneAt, images = [] } = answer.entities.tasks[id] ?? {}
      return [name, status, images.length, timeOf(startedAt), timeOf(doneAt)]
    })
    terminal.table(['task', 'status', 'pictures', 'started', 'done'], rows)
    return undefined
  },
}

const start: Command = {
  name: 'tasks start',
  summary: 'Start a task on its current pictures',
  args: ['INSPECTION', 'TASK'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await updateTask(client(), arg(0), arg(1), { status: 'TODO' }, { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(`${arg(1)} ${answer.entities.tasks[answer.result]?.status}`)
    return undefined
  },
}

const runAgain: Command = {
  name: 'tasks run-again',
  summary: 'Run a finished task again; what people decided stays',
  args: ['INSPECTION', 'TASK'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await createTaskRun(client(), arg(0), arg(1), { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(`${arg(1)} ${answer.entities.tasks[answer.result]?.status}`)
    return undefined
  },
}

const wait: Command = {
  name: 'tasks wait',
  summary: 'Wait for a task to finish; fails if it ends in ERROR',
  args: ['INSPECTION', 'TASK'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await waitForTask(client(), arg(0), arg(1), { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(`${arg(1)} ${answer.entities.tasks[answer.result]?.status}`)
    return undefined
  },
}

const replay: Command = {
  name: 'tasks replay',
  summary: 'Replay a finished task and compare the results',
  args: ['INSPECTION', 'TASK'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const service = client()
    let answer = await replayTask(service, arg(0), arg(1), { signal })
    while (answer.entities.taskReplays?.[answer.result]?.status === 'IN_PROGRESS') {
      await delay(2_000, undefined, { signal })
      answer = await getTaskReplay(service, arg(0), arg(1), answer.result, { signal })
    }
    const { status, isIdentical, images = [], error } = answer.entities.taskReplays?.[answer.result] ?? {}
    if (isJson) terminal.json(answer)
    else if (status === 'ERROR') terminal.note(`The replay failed: ${error}`)
    else {
      terminal.print(isIdentical ? 'All results are identical.' : 'Results differ.')
      const rows = images.flatMap(({ imageId, differences }) =>
        differences.map(({ of, path, recorded, replayed }) => [imageId, of, path, recorded, replayed]),
      )
      if (rows.length > 0) terminal.table(['image', 'of', 'where', 'recorded', 'now'], rows)
    }
    return status === 'ERROR' ? EXIT.unfinished.code : undefined
  },
}

export const TASKS: readonly Command[] = [list, start, runAgain, wait, replay]
