import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { countInspections, type InspectionStatus, listInspections } from '@walkaround/sdk'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { useClient } from '../service/service-context.ts'
import { useSession } from '../session/session.ts'
import { InspectionTable } from './inspection-table.tsx'
import { STATUSES } from './list-search.ts'

const PAGE_SIZE = 50
const REFRESH_MS = 15_000
const TYPING_MS = 300

/** All inspections a person may see, newest first. What is looked for stands in the address. */
export function ListPage() {
  const { t } = useTranslation('list')
  const client = useClient()
  const navigate = useNavigate({ from: '/inspections' })
  const { status, plate } = useSearch({ from: '/inspections' })
  const permissions = useSession((session) => session.person?.permissions ?? [])
  const reachesOrganization = permissions.some((name) => /:inspections:read_(organization|all)$/.test(name))
  const whose = {
    ownershipFilter: reachesOrganization ? 'organization_resources' : 'own_resources',
    showDeleted: false,
    ...(plate ? { plate } : {}),
  } as const
  const counts = useQuery({
    queryKey: ['inspections', 'count', whose],
    queryFn: ({ signal }) => countInspections(client, whose, { signal }),
    refetchInterval: REFRESH_MS,
  })
  const list = useInfiniteQuery({
    queryKey: ['inspections', 'list', whose, status ?? null],
    queryFn: ({ pageParam, signal }) =>
      listInspections(
        client,
        {
          ...whose,
          verbose: '1',
          limit: PAGE_SIZE,
          ...(status ? { inspectionStatus: status } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ paging }) => paging.cursors.next?.after ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  if (list.error) throw list.error
  const countOf = (name?: InspectionStatus): number | undefined => {
    const answer = counts.data
    return name ? answer?.subCount?.[name] : answer?.total
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">{t('title')}</h1>
        <PlateSearch
          plate={plate ?? ''}
          onChange={(next) =>
            navigate({ search: (before) => ({ ...before, plate: next || undefined }), replace: true })
          }
        />
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('filter')}</legend>
        {[undefined, ...STATUSES].map((name) => (
          <Button
            key={name ?? 'all'}
            aria-pressed={status === name}
            className="aria-pressed:bg-chosen aria-pressed:font-semibold"
            onClick={() => navigate({ search: (before) => ({ ...before, status: name }) })}
          >
            {t(`status.${name ?? 'all'}`)}
            <span className="text-quiet tabular-nums">{countOf(name) ?? '–'}</span>
          </Button>
        ))}
      </fieldset>
      <InspectionTable
        pages={list.data?.pages ?? []}
        isLoading={list.isPending}
        isFiltered={!!(status || plate)}
      />
      {list.hasNextPage ? (
        <Button
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      ) : null}
    </div>
  )
}

/** Asks when the typing has stopped: every letter would be a request. */
function PlateSearch({ plate, onChange }: { plate: string; onChange: (plate: string) => void }) {
  const { t } = useTranslation('list')
  const [text, setText] = useState(plate)
  useEffect(() => {
    const timer = setTimeout(() => text.trim() !== plate && onChange(text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, plate, onChange])
  return (
    <input
      type="search"
      aria-label={t('plate')}
      placeholder={t('plate')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="ms-auto h-9 w-56 max-w-full rounded-control border border-line bg-panel px-3 placeholder:text-quiet"
    />
  )
}
