import type { Report } from '@walkaround/sdk'
import { Download, Eye, History, ShieldCheck, TriangleAlert, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { ProgressBar } from '../../look/progress-bar.tsx'
import { useDateTime } from '../../look/use-date-time.ts'

const square =
  'inline-flex size-9 items-center justify-center rounded-control border border-line bg-panel hover:bg-raised max-sm:size-11'

type Props = { report: Report; isLatest: boolean; isShown: boolean; onShow: () => void }

export function ReportRow({ report, isLatest, isShown, onShow }: Props) {
  const { t } = useTranslation('report')
  const dateTime = useDateTime()
  const { number, status, createdAt, createdBy, pdfUrl } = report
  return (
    <li aria-current={isShown} className={classes('rounded-control px-2 py-2', isShown && 'bg-chosen')}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium">{t('versions.name', { number })}</p>
          <p className="text-quiet text-sm">
            {t('versions.made', { who: createdBy, when: createdAt ? dateTime(createdAt) : '' })}
          </p>
        </div>
        {status === 'DONE' ? (
          <div className="flex gap-1">
            <Button
              className="px-0 max-lg:hidden"
              aria-label={t('versions.show', { number })}
              aria-pressed={isShown}
              onClick={onShow}
            >
              <Eye aria-hidden className="size-4" />
            </Button>
            {/* Small screens have no viewer that fits into a page. */}
            {pdfUrl ? (
              <a
                href={pdfUrl}
                target="_blank"
                rel="noreferrer"
                aria-label={t('versions.open', { number })}
                className={classes(square, 'lg:hidden')}
              >
                <Eye aria-hidden className="size-4" />
              </a>
            ) : null}
            {pdfUrl ? (
              <a
                href={pdfUrl}
                download={t('versions.file', { number })}
                aria-label={t('versions.download', { number })}
                className={square}
              >
                <Download aria-hidden className="size-4" />
              </a>
            ) : null}
          </div>
        ) : null}
      </div>
      <ReportState report={report} isLatest={isLatest} />
    </li>
  )
}

function ReportState({ report, isLatest }: { report: Report; isLatest: boolean }) {
  const { t } = useTranslation('report')
  const { status, progress = 0, error, isSigned, isOutdated, source, number } = report
  if (status === 'IN_PROGRESS')
    return (
      <div className="flex items-center gap-2 pt-1">
        <ProgressBar className="flex-1" label={t('versions.progress', { number })} share={progress / 100} />
        <span role="status" className="text-quiet text-sm tabular-nums">
          {t('versions.making', { progress })}
        </span>
      </div>
    )
  if (status === 'ERROR')
    return (
      <p className="flex items-start gap-1.5 pt-1 text-bad text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('versions.failed', { reason: error })}
      </p>
    )
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5 pt-1 text-sm">
      {isSigned ? <Fact Icon={ShieldCheck} color="text-good" text={t('versions.signed')} /> : null}
      {source === 'uploaded' ? <Fact Icon={Upload} text={t('versions.uploaded')} /> : null}
      {isOutdated && isLatest ? <Fact Icon={History} color="text-bad" text={t('versions.outdated')} /> : null}
      {isOutdated === false && isLatest ? <Fact text={t('versions.current')} /> : null}
      {report.verificationCode ? <Fact text={t('versions.code', { code: report.verificationCode })} /> : null}
    </ul>
  )
}

type FactProps = { Icon?: typeof History; color?: string; text: string }

function Fact({ Icon, color = 'text-quiet', text }: FactProps) {
  return (
    <li className="inline-flex items-center gap-1">
      {Icon ? <Icon aria-hidden className={classes('size-3.5', color)} /> : null}
      <span className={Icon ? '' : 'text-quiet'}>{text}</span>
    </li>
  )
}
