import type { Report } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { ReportRow } from './report-row.tsx'

type Props = { reports: readonly Report[]; shownId: string | null; onShow: (id: string) => void }

/** All that were made, newest first: an older one stays what it was. */
export function ReportVersions({ reports, shownId, onShow }: Props) {
  const { t } = useTranslation('report')
  return (
    <TitledPanel title={t('versions.title')}>
      {reports.length === 0 ? <p className="text-quiet">{t('versions.none')}</p> : null}
      <ol className="-mx-2 grid gap-1">
        {reports.map((report, at) => (
          <ReportRow
            key={report.id}
            report={report}
            isLatest={at === 0}
            isShown={report.id === shownId}
            onShow={() => onShow(report.id)}
          />
        ))}
      </ol>
    </TitledPanel>
  )
}
