import { useMutation } from '@tanstack/react-query'
import type { Report } from '@walkaround/sdk'
import { FileSearch, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { FilePicker } from '../../look/file-picker.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useDateTime } from '../../look/use-date-time.ts'
import { useClient } from '../../service/service-context.ts'
import { useFileDrop } from '../pictures/use-file-drop.ts'
import { type Verdict, verifyFile } from './verify-file.ts'

/** Whether a PDF somebody holds is what the service made, and who signed it. */
export function VerifyReport({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation('report')
  const client = useClient()
  const picker = useRef<HTMLInputElement>(null)
  const check = useMutation({ mutationFn: (file: File) => verifyFile(client, file, reports) })
  const take = (files: File[]) => {
    const [file] = files
    if (file) check.mutate(file)
  }
  const isOver = useFileDrop(take)
  return (
    <TitledPanel title={t('verify.title')} className={isOver ? 'border-accent bg-chosen' : ''}>
      <p className="text-quiet text-sm">{t('verify.text')}</p>
      <Button
        className="mt-3 w-full max-sm:h-11"
        disabled={check.isPending}
        onClick={() => picker.current?.click()}
      >
        <FileSearch aria-hidden className="size-4" />
        {check.isPending ? t('verify.busy') : t('verify.choose')}
      </Button>
      <FilePicker picker={picker} label={t('verify.file')} accept="application/pdf,.pdf" onChoose={take} />
      <div role="status">
        {check.data && check.variables ? <Answer verdict={check.data} name={check.variables.name} /> : null}
      </div>
      {check.error ? (
        <p role="alert" className="mt-3 text-bad text-sm">
          {check.error.message}
        </p>
      ) : null}
    </TitledPanel>
  )
}

const LOOK = {
  genuine: { Icon: ShieldCheck, color: 'text-good' },
  uploaded: { Icon: ShieldQuestion, color: 'text-ink' },
  altered: { Icon: ShieldAlert, color: 'text-bad' },
  unknown: { Icon: ShieldQuestion, color: 'text-bad' },
} as const satisfies Record<Verdict['kind'], object>

function Answer({ verdict, name }: { verdict: Verdict; name: string }) {
  const { t } = useTranslation('report')
  const { Icon, color } = LOOK[verdict.kind]
  const facts = useFacts(verdict)
  return (
    <div className="mt-3 rounded-control bg-raised p-3">
      <p className={classes('flex items-start gap-2 font-semibold', color)}>
        <Icon aria-hidden className="size-5 shrink-0" />
        {t(`verify.verdict.${verdict.kind}`)}
      </p>
      <p className="break-words pt-1 text-sm">{t(`verify.meaning.${verdict.kind}`, { name })}</p>
      {facts.length > 0 ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pt-2 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-quiet">{t(`verify.fact.${label}`)}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

function useFacts(verdict: Verdict): [string, string][] {
  const { t } = useTranslation('report')
  const dateTime = useDateTime()
  if (verdict.kind === 'unknown') return []
  const { report } = verdict
  if (verdict.kind === 'uploaded')
    return [
      ['uploaded_by', verdict.report.createdBy ?? ''],
      ['created', report.createdAt ? dateTime(report.createdAt) : ''],
    ]
  const { signature } = verdict
  const { isSigned, isLatest, isOutdated } = verdict.report
  const signed = signature
    ? [signature.name, signature.signedAt ? dateTime(signature.signedAt.toISOString()) : '']
        .filter(Boolean)
        .join(', ')
    : ''
  return [
    ...(verdict.kind === 'genuine'
      ? [['signed', isSigned && signed ? signed : t('verify.unsigned')] satisfies [string, string]]
      : []),
    ['created', dateTime(verdict.report.createdAt)],
    ['code', verdict.report.verificationCode],
    ['state', t(isOutdated ? 'verify.outdated' : isLatest ? 'verify.latest' : 'verify.older')],
  ]
}
