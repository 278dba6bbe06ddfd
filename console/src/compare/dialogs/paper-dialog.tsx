import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createComparisonReport,
  getComparisonReport,
  type Report,
  WalkaroundError,
  waitForComparisonReport,
} from '@walkaround/sdk'
import { Download, ExternalLink, FilePlus2, LoaderCircle, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { buttonLook } from '../../look/button-look.ts'
import { Dialog } from '../../look/dialog.tsx'
import { Field } from '../../look/field.tsx'
import { LanguageSelect, useLanguage } from '../../look/language-select.tsx'
import { useDateTime } from '../../look/use-date-time.ts'
import { comparisonKey } from '../../service/read-comparison.ts'
import { useClient } from '../../service/service-context.ts'
import { useCompare } from '../compare-context.ts'

/** The paper to hand over: made, opened and verified without leaving the comparison. */
export function PaperDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('compare')
  const client = useClient()
  const queries = useQueryClient()
  const { compared, counts, canEdit } = useCompare()
  const key = [...comparisonKey(compared.id), 'paper']
  const [language, setLanguage] = useState(useLanguage())
  const { data: report } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        const { entities, result } = await getComparisonReport(client, compared.id, { signal })
        return entities.reports[result] ?? null
      } catch (error) {
        // Nobody asked for it yet, or it is not there yet.
        if (error instanceof WalkaroundError && error.status === 422) return null
        throw error
      }
    },
    staleTime: 0,
  })
  const creation = useMutation({
    mutationFn: async () => {
      await createComparisonReport(client, compared.id, { language })
      const { entities, result } = await waitForComparisonReport(client, compared.id)
      return entities.reports[result] ?? null
    },
    onSuccess: (made) => queries.setQueryData(key, made),
  })
  return (
    <Dialog open title={t('paper.title')} text={t('paper.text')} onClose={onClose}>
      {report ? <Made report={report} /> : null}
      {canEdit ? (
        <form
          className="mt-4 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            creation.mutate()
          }}
        >
          <Field look="tight" label={t('paper.language')} className="min-w-40 flex-1">
            <LanguageSelect
              touch={null}
              value={language}
              onValue={setLanguage}
              className="px-2.5 max-sm:h-11"
            />
          </Field>
          <Button
            kind={report && !report.isOutdated ? 'plain' : 'main'}
            type="submit"
            className="max-sm:h-11"
            disabled={creation.isPending}
          >
            {creation.isPending ? (
              <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
            ) : (
              <FilePlus2 aria-hidden className="size-4" />
            )}
            {t(creation.isPending ? 'paper.busy' : 'paper.create')}
          </Button>
        </form>
      ) : report ? null : (
        <p className="mt-4">{t('paper.none')}</p>
      )}
      {canEdit && counts.open > 0 ? (
        <p className="mt-2 text-quiet text-sm">{t('paper.open', { count: counts.open })}</p>
      ) : null}
      {creation.error ? (
        <p role="alert" className="mt-2 text-bad text-sm">
          {creation.error.message}
        </p>
      ) : null}
      <Button className="mt-4 max-sm:h-11" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}

function Made({ report }: { report: Report }) {
  const { t } = useTranslation('compare')
  const { baseUrl } = useClient()
  const dateTime = useDateTime()
  const { id, number, createdAt, createdBy, isSigned, isOutdated, verificationCode, pdfUrl } = report
  const facts = [
    isSigned ? t('paper.signed') : null,
    verificationCode ? t('paper.code', { code: verificationCode }) : null,
  ]
  return (
    <section className="mt-4 rounded-panel border border-line p-3">
      <h3 className="font-semibold">{t('paper.name', { number })}</h3>
      <p className="text-quiet text-sm">
        {[createdBy, createdAt ? dateTime(createdAt) : null, ...facts].filter(Boolean).join(' · ')}
      </p>
      {isOutdated ? <p className="mt-1 text-bad text-sm">{t('paper.outdated')}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {pdfUrl ? (
          <>
            <a href={pdfUrl} target="_blank" rel="noreferrer" className={`${buttonLook()} max-sm:h-11`}>
              <ExternalLink aria-hidden className="size-4" />
              {t('paper.view')}
            </a>
            <a href={pdfUrl} download={t('paper.file', { number })} className={`${buttonLook()} max-sm:h-11`}>
              <Download aria-hidden className="size-4" />
              {t('paper.download')}
            </a>
          </>
        ) : null}
        <a
          href={`${baseUrl}/v1/verify/${id}`}
          target="_blank"
          rel="noreferrer"
          className={`${buttonLook()} max-sm:h-11`}
        >
          <ShieldCheck aria-hidden className="size-4" />
          {t('paper.verify')}
        </a>
      </div>
    </section>
  )
}
