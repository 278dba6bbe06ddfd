import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../review/use-is-wide.ts'
import { CreateReport } from './report/create-report.tsx'
import { ReportPreview } from './report/report-preview.tsx'
import { ReportVersions } from './report/report-versions.tsx'
import { useReports } from './report/use-reports.ts'
import { VerifyReport } from './report/verify-report.tsx'
import { useMay } from './use-may.ts'

/** Reports are made, read, compared with the inspection as it is now, and checked for being genuine. */
export function ReportPage() {
  const { t } = useTranslation('report')
  const { data: reports, error, isPending } = useReports()
  const mayUpdate = useMay('update')
  const isWide = useIsWide()
  const [shownId, setShownId] = useState<string | null>(null)
  if (error && !reports) throw error
  const done = (reports ?? []).filter((one) => one.status === 'DONE')
  const shown = done.find((one) => one.id === shownId) ?? done[0] ?? null
  return (
    <div className="grid w-full max-w-[110rem] flex-1 content-start gap-3 p-3 sm:gap-4 sm:p-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-3 sm:gap-4">
        {mayUpdate ? <CreateReport latest={reports?.[0] ?? null} /> : null}
        {isPending ? (
          <div role="status" aria-label={t('loading')} className="h-32 rounded-panel bg-raised" />
        ) : (
          <ReportVersions reports={reports} shownId={shown?.id ?? null} onShow={setShownId} />
        )}
        <VerifyReport reports={reports ?? []} />
      </div>
      {isWide ? <ReportPreview key={shown?.id ?? ''} report={shown} isFirst={reports?.length === 0} /> : null}
    </div>
  )
}
