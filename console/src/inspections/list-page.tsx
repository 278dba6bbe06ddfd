import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../frame/announcer.tsx'
import { Button } from '../look/button.tsx'
import { useRights } from '../session/permissions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { InspectionList, type ListControl } from './inspection-list.tsx'
import type { Filter } from './list-search.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { forgetGone } from './list-store.ts'
import { RefreshError } from './refresh-error.tsx'
import { SavedFilterBar } from './saved-filter-bar.tsx'
import { SearchField } from './search-field.tsx'
import { StatusFilter } from './status-filter.tsx'
import { useInspectionList } from './use-inspection-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useLiveList } from './use-live-list.ts'

const NewInspectionDialog = lazy(async () => ({
  default: (await import('./new-inspection-dialog.tsx')).NewInspectionDialog,
}))

/** All inspections a person may see, newest first. What is looked for stands in the address. */
export function ListPage() {
  const { t } = useTranslation('list')
  const navigate = useNavigate({ from: '/inspections' })
  const search = useSearch({ from: '/inspections' })
  const rights = useRights()
  const { asked, listKey, list, rows, counts, areCountsOld } = useInspectionList(search)
  useLiveList(asked, listKey)
  const control = useRef<ListControl>(null)
  const field = useRef<HTMLInputElement>(null)
  const canChoose = rights.may('update') || rights.may('write')
  useListKeys({ ids: rows.map((row) => row.id), canChoose, list: control, search: field })

  const isOld = list.isPlaceholderData
  useEffect(() => {
    if (!isOld) forgetGone(rows.map((row) => row.id))
  }, [rows, isOld])
  const total = counts && (search.status ? (counts.subCount[search.status] ?? 0) : counts.total)
  // Once for what is looked for: a number that changes by itself would be read out again and again.
  const told = useRef<typeof asked>(null)
  useEffect(() => {
    if (areCountsOld || total === undefined || told.current === asked) return
    told.current = asked
    announce(t('shown', { count: total }))
  }, [areCountsOld, total, asked, t])

  if (list.error && !list.data) throw list.error
  const show = (filter: Filter) => {
    const { status, q, own } = filter
    navigate({ search: { status, q, own } })
  }
  const openNew = (isOpen: boolean) =>
    navigate({ search: (before) => ({ ...before, new: isOpen || undefined }) })
  return (
    <div className="mx-auto flex w-full max-w-[120rem] flex-1 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">{t('title')}</h1>
        <div className="ms-auto flex flex-wrap items-center gap-3 max-md:contents">
          <SearchField
            q={search.q ?? ''}
            field={field}
            onChange={(q) =>
              navigate({ search: (before) => ({ ...before, q: q || undefined }), replace: true })
            }
          />
          {rights.mayCreate ? (
            <Button kind="main" touch="md" className="max-md:ms-auto" onClick={() => openNew(true)}>
              <Plus aria-hidden className="size-4" />
              {t('new.button')}
            </Button>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <StatusFilter
          filter={search}
          counts={counts}
          canSeeOthers={rights.reachesOrganization('read')}
          onChange={show}
        />
        <p className="text-quiet text-sm max-xl:hidden">{t(canChoose ? 'keys' : 'keys_reading')}</p>
      </div>
      <SavedFilterBar filter={search} onChange={show} />
      {list.error ? <RefreshError error={list.error} onAgain={() => list.refetch()} /> : null}
      {list.isPending ? (
        <ListSkeleton />
      ) : rows.length === 0 && !isOld ? (
        <EmptyList
          filter={search}
          mayCreate={rights.mayCreate}
          onNew={() => openNew(true)}
          onClear={() => show({})}
        />
      ) : (
        <InspectionList
          rows={rows}
          total={total}
          isOld={isOld}
          canChoose={canChoose}
          hasMore={list.hasNextPage && !list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
          control={control}
        />
      )}
      <BulkBar rows={rows} />
      {search.new && rights.mayCreate ? (
        <Suspense>
          <NewInspectionDialog onClose={() => openNew(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
