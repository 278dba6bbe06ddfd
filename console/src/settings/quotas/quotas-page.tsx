import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../frame/page-error.tsx'
import { Button } from '../../look/button.tsx'
import { QUOTAS_PERMISSION } from '../../session/permissions.ts'
import { CodeName } from '../pieces/code-name.tsx'
import { Forbidden } from '../pieces/forbidden.tsx'
import { ExactMoment } from '../pieces/moment.tsx'
import { Note } from '../pieces/note.tsx'
import { Panel } from '../pieces/panel.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { QuotaForm } from './quota-form.tsx'
import { QuotaRow } from './quota-row.tsx'
import { LIMITS, type Quotas, useQuotaRights, useQuotas } from './use-quotas.ts'

/** What the organization may use and uses; the operator changes it here. */
export function QuotasPage() {
  const { t } = useTranslation('settings')
  const { mayRead, mayWrite } = useQuotaRights()
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('nav.quotas')}</h1>
        <p className="mt-1 max-w-prose text-quiet">{t('quotas.text')}</p>
      </div>
      {mayRead ? (
        <Limits mayWrite={mayWrite} />
      ) : (
        <Forbidden title={t('quotas.forbidden')} permission="monk_core_api:inspections:read_organization" />
      )}
    </>
  )
}

function Limits({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const { data: quotas, error, refetch } = useQuotas()
  // What was read first stays in the form: nobody overwrites what they have not seen.
  const [edited, setEdited] = useState<Quotas | null>(null)
  if (error && !quotas) return <PageError error={error} reset={() => refetch()} />
  if (!quotas) return <Skeleton rows={3} />
  if (edited)
    return (
      <QuotaForm
        key={edited.version}
        quotas={edited}
        onEnd={() => setEdited(null)}
        onTake={() => setEdited(quotas)}
      />
    )
  return (
    <>
      {mayWrite ? null : (
        <Note kind="plain" title={t('quotas.read_only')}>
          <p className="text-quiet">
            {t('quotas.read_only_text')} <CodeName name={QUOTAS_PERMISSION} />
          </p>
        </Note>
      )}
      <Panel
        title={t('quotas.limits')}
        action={mayWrite ? <Button onClick={() => setEdited(quotas)}>{t('quotas.change')}</Button> : null}
      >
        <ul className="mt-2">
          {LIMITS.map((row) => (
            <QuotaRow key={row.limit} row={row} quotas={quotas} />
          ))}
        </ul>
        {quotas.updatedAt ? (
          <p className="mt-3 break-words text-quiet text-sm">
            {t('quotas.updated', { by: quotas.updatedBy })} <ExactMoment at={quotas.updatedAt} />
          </p>
        ) : null}
      </Panel>
    </>
  )
}
