import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LANGUAGES, nameOfLanguage } from '@walkaround/catalog/languages'
import { type CreateReportBody, createReport, type Report } from '@walkaround/sdk'
import { FilePlus2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { reportsKey } from '../live-news.ts'
import { UploadReport } from './upload-report.tsx'

const PAPERS = ['a4', 'letter'] as const
const control = 'h-9 w-full min-w-0 rounded-control border border-line bg-panel px-2.5 max-sm:h-11'

/** What goes into the next report. It is made in the background; the list below shows how far it is. */
export function CreateReport({ latest }: { latest: Report | null }) {
  const { t, i18n } = useTranslation('report')
  const id = useId()
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId, entities } = useInspection()
  const [language, setLanguage] = useState(i18n.language)
  const [paper, setPaper] = useState<(typeof PAPERS)[number]>('a4')
  const [pricing, setPricing] = useState(true)
  const [clientName, setClientName] = useState('')
  const [customer, setCustomer] = useState('')
  const creation = useMutation({
    mutationFn: () => {
      const names = { clientName: clientName.trim(), customer: customer.trim() }
      const body: CreateReportBody = {
        language,
        paper,
        pricing,
        ...(names.clientName ? { clientName: names.clientName } : {}),
        ...(names.customer ? { customer: names.customer } : {}),
      }
      return createReport(client, inspectionId, body)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: reportsKey(inspectionId) }),
  })
  const isComplete = entities.inspections[inspectionId]?.pdfGenerationReady ?? true
  const isBeingMade = latest?.status === 'IN_PROGRESS'
  return (
    <TitledPanel title={t('create.title')}>
      <form
        className="grid grid-cols-2 gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          creation.mutate()
        }}
      >
        <label htmlFor={`${id}-language`} className="grid gap-0.5 text-quiet text-sm">
          {t('create.language')}
          <select
            id={`${id}-language`}
            className={`${control} text-base text-ink`}
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
          >
            {LANGUAGES.map((code) => (
              <option key={code} value={code} lang={code}>
                {nameOfLanguage(code)}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor={`${id}-paper`} className="grid gap-0.5 text-quiet text-sm">
          {t('create.paper')}
          <select
            id={`${id}-paper`}
            className={`${control} text-base text-ink`}
            value={paper}
            onChange={({ target }) => setPaper(PAPERS.find((one) => one === target.value) ?? 'a4')}
          >
            {PAPERS.map((name) => (
              <option key={name} value={name}>
                {t(`create.papers.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <TextField label={t('create.client')} value={clientName} onChange={setClientName} />
        <TextField label={t('create.customer')} value={customer} onChange={setCustomer} />
        <label className="col-span-2 flex min-h-8 cursor-pointer items-center gap-2 max-sm:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={pricing}
            onChange={({ target }) => setPricing(target.checked)}
          />
          {t('create.pricing')}
        </label>
        {isComplete ? null : <p className="col-span-2 text-quiet text-sm">{t('create.incomplete')}</p>}
        {creation.error ? (
          <p role="alert" className="col-span-2 text-bad text-sm">
            {creation.error.message}
          </p>
        ) : null}
        <Button
          kind="main"
          type="submit"
          className="col-span-2 max-sm:h-11"
          disabled={creation.isPending || isBeingMade}
        >
          <FilePlus2 aria-hidden className="size-4" />
          {isBeingMade ? t('create.busy') : t('create.action')}
        </Button>
      </form>
      <UploadReport />
    </TitledPanel>
  )
}

type TextFieldProps = { label: string; value: string; onChange: (text: string) => void }

function TextField({ label, value, onChange }: TextFieldProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="grid gap-0.5 text-quiet text-sm">
      {label}
      <input
        id={id}
        className={`${control} text-base text-ink`}
        autoComplete="off"
        maxLength={200}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
