import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { ChevronLeft, ScanSearch } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../frame/page-error.tsx'
import { StatusChip } from '../inspections/status-chip.tsx'
import { useLabels } from '../look/use-labels.ts'
import { inspectionKey, readInspection } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { useLiveEvents } from '../service/use-live-events.ts'
import { InspectionContext } from './inspection-context.ts'
import { reportsKey, takeNews } from './live-news.ts'
import { UploadsScope } from './pictures/uploads-scope.tsx'

const PAGES = {
  overview: '/inspections/$inspectionId',
  pictures: '/inspections/$inspectionId/pictures',
  damages: '/inspections/$inspectionId/damages',
  wheels: '/inspections/$inspectionId/wheels',
  documents: '/inspections/$inspectionId/documents',
  vehicle: '/inspections/$inspectionId/vehicle',
  history: '/inspections/$inspectionId/history',
  report: '/inspections/$inspectionId/report',
  raw: '/inspections/$inspectionId/raw',
} as const satisfies Record<string, LinkProps['to']>

const tab =
  'inline-flex h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-quiet -outline-offset-2 hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink'

/** What all pages of one inspection have in common: its name, the way between them, and one reading that stays fresh. */
export function InspectionLayout() {
  const { t } = useTranslation('inspection')
  const { inspectionId } = useParams({ from: '/inspections/$inspectionId' })
  useLabels()
  const client = useClient()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: inspectionKey(inspectionId),
    queryFn: ({ signal }) => readInspection(client, inspectionId, signal),
  })
  useLiveEvents(inspectionId, (event) => takeNews(queries, inspectionId, event))
  // A report grows old by what happens to the inspection.
  useEffect(() => {
    if (data) void queries.invalidateQueries({ queryKey: reportsKey(inspectionId) })
  }, [queries, inspectionId, data])
  if (error && !data) return <PageError error={error} reset={() => refetch()} />
  const vehicle = Object.values(data?.vehicles ?? {})[0]
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')
  const status = data?.inspections[inspectionId]?.status
  return (
    <div className="flex flex-1 flex-col">
      <div className="border-line border-b bg-panel px-3 pt-2 sm:px-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Link
            to="/inspections"
            aria-label={t('back')}
            className="-ms-1 inline-flex size-11 items-center justify-center rounded-control hover:bg-raised"
          >
            <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
          </Link>
          <h1 className="min-w-0 truncate font-semibold text-xl max-sm:flex-1 max-sm:basis-[calc(100%-4rem)]">
            {data ? [vehicle?.plate, name].filter(Boolean).join(' · ') || t('unnamed') : t('loading')}
          </h1>
          {status ? <StatusChip status={status} /> : null}
          <Link
            to="/inspections/$inspectionId/review"
            params={{ inspectionId }}
            className="ms-auto inline-flex h-9 items-center gap-2 rounded-control bg-accent px-3 font-medium text-on-accent hover:opacity-90 max-sm:h-11"
          >
            <ScanSearch aria-hidden className="size-4" />
            {t('review')}
          </Link>
        </div>
        <Pages inspectionId={inspectionId} />
      </div>
      {data ? (
        <InspectionContext value={{ inspectionId, entities: data }}>
          <UploadsScope key={inspectionId}>
            <Outlet />
          </UploadsScope>
        </InspectionContext>
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-4 p-4 lg:grid-cols-2">
          <div className="h-48 rounded-panel bg-raised" />
          <div className="h-48 rounded-panel bg-raised" />
        </div>
      )}
    </div>
  )
}

function Pages({ inspectionId }: { inspectionId: string }) {
  const { t } = useTranslation('inspection')
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the current page may stand outside of what the bar shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active one changes with the path
  useEffect(() => {
    bar.current?.querySelector('[data-status=active]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={bar} aria-label={t('pages')} className="-mx-1 mt-1 flex overflow-x-auto [scrollbar-width:none]">
      {Object.entries(PAGES).map(([page, to]) => (
        <Link key={page} to={to} params={{ inspectionId }} activeOptions={{ exact: true }} className={tab}>
          {t(`page.${page}`)}
        </Link>
      ))}
    </nav>
  )
}
