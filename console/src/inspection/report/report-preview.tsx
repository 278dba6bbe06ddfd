import type { Report } from '@walkaround/sdk'
import { ExternalLink, FileText, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { report: Report | null; isFirst: boolean }

/** The report as it is printed, in the browser's own viewer. */
export function ReportPreview({ report, isFirst }: Props) {
  const { t } = useTranslation('report')
  // The signature in the address changes with time; a report that is on the screen keeps the one it was opened by.
  const [url] = useState(report?.pdfUrl ?? null)
  if (!report || !url)
    return (
      <div className="grid min-h-60 place-content-center justify-items-center gap-2 rounded-panel border-2 border-surround border-dashed dark:border-line p-6 text-center text-quiet">
        <FileText aria-hidden className="size-10" />
        <p className="max-w-sm">{isFirst ? t('preview.none') : t('preview.wait')}</p>
      </div>
    )
  const { number } = report
  const isOwn = report.source === 'generated'
  return (
    <section
      aria-label={t('preview.label', { number })}
      className="flex min-w-0 flex-col overflow-clip rounded-panel border border-line bg-panel sticky top-4 h-[calc(100dvh-11.5rem)] min-h-[36rem]"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1">
        <h2 className="font-semibold text-base">{t('versions.name', { number })}</h2>
        {report.isOutdated ? (
          <p className="inline-flex items-center gap-1.5 rounded-full bg-minor px-2 py-0.5 font-medium text-on-minor text-sm">
            <History aria-hidden className="size-3.5" />
            {t('preview.outdated')}
          </p>
        ) : null}
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="ms-auto inline-flex min-h-9 items-center gap-1.5 font-medium text-accent hover:underline max-sm:min-h-11"
        >
          <ExternalLink aria-hidden className="size-4" />
          {t('preview.open')}
        </a>
      </div>
      {isOwn ? (
        <iframe
          title={t('preview.label', { number })}
          src={`${url}#navpanes=0&view=FitH`}
          className="w-full flex-1 bg-surround"
        />
      ) : (
        <p className="p-6 text-quiet">{t('preview.uploaded')}</p>
      )}
    </section>
  )
}
