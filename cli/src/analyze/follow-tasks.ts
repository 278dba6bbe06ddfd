import { findTask, isDerivedTask } from '@walkaround/catalog/tasks'
import {
  type Client,
  type StreamEvent,
  streamInspectionEvents,
  updateTask,
  waitForTask,
} from '@walkaround/sdk'
import { failureOf } from '../exit-codes.ts'
import type { Terminal } from '../terminal.ts'
import { bar } from './bar.ts'

/** The service works the others out from what these find. */
export const imageTasksOf = (tasks: readonly string[]) => tasks.filter((name) => !isDerivedTask(name))

type Row = { status: string; done: number; total: number }

/** Starts the tasks and shows them live until all have ended. Answers why those failed that did. */
export async function followTasks(
  { client, terminal, signal }: { client: Client; terminal: Terminal; signal: AbortSignal },
  inspectionId: string,
  tasks: readonly string[],
  pictureCount: number,
): Promise<string[]> {
  const rows = new Map<string, Row>(
    tasks.map((name) => [
      name,
      { status: 'waiting', done: 0, total: isDerivedTask(name) ? 1 : pictureCount },
    ]),
  )
  const width = Math.max(...tasks.map((name) => name.length))
  const draw = () =>
    terminal.draw(
      [...rows].map(
        ([name, { status, done, total }]) =>
          `${name.padEnd(width)}  ${bar(total === 0 ? 0 : done / total)}  ${done} of ${total}  ${status}`,
      ),
    )
  const show = (name: string, change: Partial<Row>) => {
    const row = rows.get(name)
    if (!row) return
    const before = JSON.stringify(row)
    Object.assign(row, change)
    if (JSON.stringify(row) === before) return
    if (!terminal.isLive) terminal.note(`${name} ${row.status}, ${row.done} of ${row.total}`)
    draw()
  }

  const over = new AbortController()
  const watching = AbortSignal.any([signal, over.signal])
  const stream = watch(client, inspectionId, show, watching)
  draw()
  try {
    const sourceOf = (name: string) => tasks.find((other) => other === findTask(name)?.derived_from)
    // The service itself starts a task whose source is among these.
    const byClient = tasks.filter((name) => !sourceOf(name))
    for (const name of byClient) {
      await updateTask(client, inspectionId, name, { status: 'TODO' }, { signal })
      show(name, { status: 'started' })
    }
    const wait = async (name: string) => {
      const { entities, result } = await waitForTask(client, inspectionId, name, { signal })
      const total = rows.get(name)?.total ?? 0
      show(name, { status: entities.tasks[result]?.status ?? 'DONE', done: total })
    }
    const waits = new Map(byClient.map((name) => [name, wait(name)]))
    // What follows from a task that fails never begins.
    for (const name of tasks)
      if (!waits.has(name))
        waits.set(
          name,
          (waits.get(sourceOf(name) ?? '') ?? Promise.resolve()).then(() => wait(name)),
        )
    const outcomes = await Promise.allSettled(waits.values())
    signal.throwIfAborted()
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const other = failures.find((failure) => failureOf(failure).ending !== 'unfinished')
    if (other) throw other
    return [...new Set(failures.map((failure) => failureOf(failure).message))]
  } finally {
    over.abort()
    await stream
    terminal.clear()
  }
}

/** Steps as they happen. The end of a task is told by waiting for it, so a stream that breaks only costs the bar. */
async function watch(
  client: Client,
  inspectionId: string,
  show: (name: string, change: Partial<Row>) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const event of streamInspectionEvents(client, inspectionId, {}, { signal })) tell(event, show)
  } catch {
    // A deployment may allow no streams, or no more of them.
  }
}

function tell(event: StreamEvent, show: (name: string, change: Partial<Row>) => void): void {
  if (event.type === 'task.progressed') {
    const { name, done, total } = event.data
    show(String(name), { status: 'running', done: Number(done), total: Number(total) })
  }
  if (event.type === 'task.failed') show(event.data.name, { status: 'ERROR' })
}
