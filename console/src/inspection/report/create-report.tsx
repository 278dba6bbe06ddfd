import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '@walkaround/catalog/languages'
import { type CreateReportBody, createReport, type Report } from '@walkaround/sdk'
import { FilePlus2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Check, Input, Select } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { LanguageSelect, useLanguage } from '../../look/language-select.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useForm } from '../../look/use-form.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { reportsKey } from '../live-news.ts'
import { UploadReport } from './upload-report.tsx'

const PAPERS = ['a4', 'letter'] as const
const control = { touch: null, className: 'px-2.5 max-sm:h-11' } as const
type Values = {
  language: Language
  paper: (typeof PAPERS)[number]
  pricing: boolean
  clientName: string
  customer: string
}

/** What goes into the next report. It is made in the background; the list below shows how far it is. */
export function CreateReport({ latest }: { latest: Report | null }) {
  const { t } = useTranslation('report')
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId, entities } = useInspection()
  const { values, set, bind, onSubmit } = useForm<Values>({
    language: useLanguage(),
    paper: 'a4',
    pricing: true,
    clientName: '',
    customer: '',
  })
  const creation = useMutation({
    mutationFn: () => {
      const { language, paper, pricing } = values
      const names = { clientName: values.clientName.trim(), customer: values.customer.trim() }
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
      <form className="grid grid-cols-2 gap-3" onSubmit={onSubmit(() => creation.mutate())}>
        <Field look="tight" label={t('create.language')}>
          <LanguageSelect {...bind('language')} {...control} />
        </Field>
        <Field look="tight" label={t('create.paper')}>
          <Select
            options={PAPERS.map((name) => ({ value: name, label: t(`create.papers.${name}`) }))}
            {...bind('paper')}
            {...control}
          />
        </Field>
        {(['clientName', 'customer'] as const).map((name) => (
          <Field key={name} look="tight" label={t(name === 'customer' ? 'create.customer' : 'create.client')}>
            <Input autoComplete="off" maxLength={200} {...bind(name)} {...control} />
          </Field>
        ))}
        <Check
          isChecked={values.pricing}
          onValue={(pricing) => set({ pricing })}
          className="col-span-2 max-sm:min-h-11"
        >
          {t('create.pricing')}
        </Check>
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
