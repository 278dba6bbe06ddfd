import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Client, type StreamEvent, streamEvents } from '@walkaround/sdk'
import { useEffect, useEffectEvent } from 'react'
import { useClient } from '../service/service-context.ts'
import { type Progress, useListStore } from './list-store.ts'
import { tasksKey } from './row-progress.tsx'
import {
  COUNT_KEY,
  type ListData,
  PAGE_SIZE,
  readPage,
  type useInspectionList,
} from './use-inspection-list.ts'

const GATHER_MS = 700
/** Where there is no stream, the list is read again from time to time. */
const WITHOUT_STREAM_MS = 30_000
/** What no row shows. */
const UNSEEN = ['report.requested', 'report.progressed', 'view.', 'task.replay', 'image.updated']

/** Before every id there is: what is newer than all stands on the first page. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const FIRST_LOOK_MS = 3000

type Asked = ReturnType<typeof useInspectionList>['asked']
type ListKey = ReturnType<typeof useInspectionList>['listKey']

/** Follows what happens and reads again only the pages it happened on: once for many events, however fast they come. */
export function useLiveList(asked: Asked, listKey: ListKey): void {
  const client = useClient()
  const queries = useQueryClient()
  const { ownershipFilter } = asked
  // What is looked for may change while the stream goes on.
  const readAgain = useEffectEvent((ids: readonly string[], signal: AbortSignal) => {
    queries.invalidateQueries({ queryKey: COUNT_KEY })
    for (const id of ids) queries.invalidateQueries({ queryKey: tasksKey(id) })
    readPagesOf(ids, client, queries, asked, listKey, signal).catch(() => {})
  })
  useEffect(() => {
    const stop = new AbortController()
    const readAll = () => queries.invalidateQueries({ queryKey: ['inspections'] })
    // What happened between the first reading and the start of the stream was told to nobody.
    const changed = new Set<string>([NEWEST])
    const readChanged = () => {
      timer = undefined
      readAgain([...changed], stop.signal)
      changed.clear()
    }
    let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(readChanged, FIRST_LOOK_MS)
    const take = (event: StreamEvent) => {
      if (event.type === 'stream.reset') {
        readAll()
        return
      }
      const id = event.data.inspection_id
      if (event.type === 'task.progressed') {
        const { name, done, total } = event.data
        hearProgress(id, { task: String(name), done: Number(done), total: Number(total) })
        return
      }
      if (UNSEEN.some((kind) => event.type.startsWith(kind))) return
      if (event.type === 'task.done' || event.type === 'task.failed')
        forgetProgress(id, String(event.data.name))
      changed.add(id)
      timer ??= setTimeout(readChanged, GATHER_MS)
    }
    let interval: ReturnType<typeof setInterval> | undefined
    const follow = async () => {
      for await (const event of streamEvents(client, { ownershipFilter }, { signal: stop.signal }))
        take(event)
    }
    follow().catch(() => {
      if (!stop.signal.aborted) interval = setInterval(readAll, WITHOUT_STREAM_MS)
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      clearInterval(interval)
    }
  }, [client, queries, ownershipFilter])
}

function hearProgress(id: string, heard: Progress): void {
  useListStore.setState(({ progress }) => ({ progress: { ...progress, [id]: heard } }))
}

function forgetProgress(id: string, task: string): void {
  useListStore.setState(({ progress }) => {
    if (progress[id]?.task !== task) return {}
    const { [id]: _, ...others } = progress
    return { progress: others }
  })
}

/** Ids are in the order of the list, so each says on which page it stands, or would stand if it matched now. */
async function readPagesOf(
  ids: readonly string[],
  client: Client,
  queries: QueryClient,
  asked: Asked,
  listKey: ListKey,
  signal: AbortSignal,
): Promise<void> {
  const data = queries.getQueryData<ListData>(listKey)
  if (!data) return
  const affected = Map.groupBy(ids, (id) => pageOf(id, data))
  for (const [at, changed] of affected) {
    const page = data.pages[at]
    if (!page) continue
    const isNew = changed.filter((id) => !page.result.includes(id)).length
    // Long enough that nothing falls off its end when something new comes in.
    const limit = Math.max(PAGE_SIZE, page.result.length + isNew)
    const fresh = await readPage(client, asked, data.pageParams[at] ?? '', limit, signal)
    queries.setQueryData<ListData>(
      listKey,
      (now) => now && { ...now, pages: now.pages.map((one, n) => (n === at ? fresh : one)) },
    )
  }
}

function pageOf(id: string, { pages }: ListData): number {
  const at = pages.findIndex(({ result }) => id >= (result.at(-1) ?? ''))
  if (at >= 0) return at
  // Older than all that is loaded: it counts only where the last page is the end of the list.
  return pages.at(-1)?.paging.cursors.next ? -1 : pages.length - 1
}
