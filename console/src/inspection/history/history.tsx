import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type HistoryEntry, listHistory } from '@walkaround/sdk'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveState } from '../../edits/save-state.tsx'
import { PageError } from '../../frame/page-error.tsx'
import { Button } from '../../look/button.tsx'
import { useEditScope } from '../../review/review-context.ts'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'
import { HistoryLine } from './history-entry.tsx'
import { HistoryFilters } from './history-filters.tsx'
import type { HistorySearch } from './history-search.ts'

const PAGE_SIZE = 100

/** Everything that happened to the inspection, the newest first. */
export function History() {
  const { t } = useTranslation('history')
  const { inspectionId } = useInspection()
  const { queue } = useEditScope()
  const search = useSearch({ from: '/inspections/$inspectionId/history' })
  const mayWrite = useMay('write')
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useHistory(inspectionId)
  if (error && !data) return <PageError error={error} reset={() => refetch()} />
  const entries = data ?? []
  const shown = entries.filter((entry) => isWanted(entry, search))
  const people = [...new Set(entries.flatMap((entry) => entry.createdBy ?? []))].toSorted()
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-lg">{t('title')}</h2>
        {mayWrite ? <SaveState queue={queue} /> : null}
        <HistoryFilters search={search} people={people} />
      </div>
      {isPending ? (
        <div role="status" aria-label={t('loading')} className="h-64 rounded-panel bg-raised" />
      ) : null}
      {!isPending && shown.length === 0 ? (
        <p className="rounded-panel border border-line bg-panel p-8 text-center text-quiet">{t('none')}</p>
      ) : null}
      <Days entries={shown} mayWrite={mayWrite} />
      {isPending ? null : (
        <div className="flex flex-wrap items-center gap-3 text-quiet text-sm">
          <p>{t('counted', { shown: shown.length, count: entries.length })}</p>
          {hasNextPage ? (
            <Button touch="lg" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {t('older')}
            </Button>
          ) : null}
        </div>
      )}
    </>
  )
}

function Days({ entries, mayWrite }: { entries: readonly HistoryEntry[]; mayWrite: boolean }) {
  const { i18n } = useTranslation('history')
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' })
  const days = Map.groupBy(entries, ({ createdAt }) => (createdAt ? format.format(new Date(createdAt)) : ''))
  return [...days].map(([day, members]) => (
    <section key={day} aria-label={day}>
      <h3 className="mb-1 font-medium text-quiet text-sm">{day}</h3>
      <ol className="rounded-panel border border-line bg-panel">
        {members.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} mayWrite={mayWrite} />
        ))}
      </ol>
    </section>
  ))
}

/** Read again whenever the inspection was: then something has happened to it. */
function useHistory(inspectionId: string) {
  const client = useClient()
  const queries = useQueryClient()
  const readAt = queries.getQueryState(inspectionKey(inspectionId))?.dataUpdatedAt
  const history = useInfiniteQuery({
    queryKey: ['inspection', inspectionId, 'history'],
    queryFn: async ({ pageParam, signal }) =>
      listHistory(client, inspectionId, { limit: PAGE_SIZE, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ paging }) => paging.cursors.next,
    staleTime: 0,
    select: ({ pages }) =>
      pages
        .flatMap(({ entities: { historyEntries }, result }) =>
          result.flatMap((id) => historyEntries[id] ?? []),
        )
        // Steps on the way of a task are no change of the inspection.
        .filter(({ type }) => !type?.endsWith('.progressed')),
  })
  const { refetch } = history
  const known = useRef(readAt)
  useEffect(() => {
    if (known.current === readAt) return
    known.current = readAt
    void refetch()
  }, [readAt, refetch])
  return history
}

function isWanted(entry: HistoryEntry, { kind, person }: HistorySearch): boolean {
  if (kind && entry.itemType !== kind && !(kind === 'pricing' && entry.itemType === 'estimate')) return false
  return !person || entry.createdBy === person
}
