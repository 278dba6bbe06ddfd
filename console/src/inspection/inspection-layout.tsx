import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, Outlet, useParams } from '@tanstack/react-router'
import { ChevronLeft, ScanSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../frame/page-error.tsx'
import { useLabels } from '../look/use-labels.ts'
import { inspectionKey, readInspection } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { useLiveEvents } from '../service/use-live-events.ts'
import { InspectionContext } from './inspection-context.ts'

const PAGES = {
  overview: '/inspections/$inspectionId',
  pictures: '/inspections/$inspectionId/pictures',
  damages: '/inspections/$inspectionId/damages',
  wheels: '/inspections/$inspectionId/wheels',
  documents: '/inspections/$inspectionId/documents',
  history: '/inspections/$inspectionId/history',
  report: '/inspections/$inspectionId/report',
  raw: '/inspections/$inspectionId/raw',
} as const satisfies Record<string, LinkProps['to']>

const tab =
  'inline-flex h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-quiet hover:text-ink data-[status=active]:border-accent data-[status=active]:text-ink'

/** What all pages of one inspection have in common: its name, the way between them, and one reading that stays fresh. */
export function InspectionLayout() {
  const { t } = useTranslation('inspection')
  const { inspectionId } = useParams({ from: '/inspections/$inspectionId' })
  useLabels()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: inspectionKey(inspectionId),
    queryFn: ({ signal }) => readInspection(client, inspectionId, signal),
  })
  useLiveEvents(inspectionId)
  if (error && !data) return <PageError error={error} reset={() => refetch()} />
  const vehicle = Object.values(data?.vehicles ?? {})[0]
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ')
  return (
    <div className="flex flex-1 flex-col">
      <div className="border-line border-b bg-panel px-4 pt-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Link
            to="/inspections"
            aria-label={t('back')}
            className="inline-flex size-9 items-center justify-center rounded-control hover:bg-raised"
          >
            <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
          </Link>
          <h1 className="min-w-0 truncate font-semibold text-xl">
            {[vehicle?.plate, name].filter(Boolean).join(' · ') || t('unnamed')}
          </h1>
          <Link
            to="/inspections/$inspectionId/review"
            params={{ inspectionId }}
            className="ms-auto inline-flex h-9 items-center gap-2 rounded-control bg-accent px-3 font-medium text-on-accent hover:opacity-90"
          >
            <ScanSearch aria-hidden className="size-4" />
            {t('review')}
          </Link>
        </div>
        <nav aria-label={t('pages')} className="mt-1 flex overflow-x-auto">
          {Object.entries(PAGES).map(([page, to]) => (
            <Link
              key={page}
              to={to}
              params={{ inspectionId }}
              activeOptions={{ exact: true }}
              className={tab}
            >
              {t(`page.${page}`)}
            </Link>
          ))}
        </nav>
      </div>
      {data ? (
        <InspectionContext value={{ inspectionId, entities: data }}>
          <Outlet />
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
