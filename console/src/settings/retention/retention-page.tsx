import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../frame/page-error.tsx'
import { Button } from '../../look/button.tsx'
import { useRights } from '../../session/permissions.ts'
import { Forbidden } from '../pieces/forbidden.tsx'
import { ExactMoment } from '../pieces/moment.tsx'
import { Panel } from '../pieces/panel.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { DueText } from './due-text.tsx'
import { HoldList } from './hold-list.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { RuleForm } from './rule-form.tsx'
import { type Retention, RULES, usePreview, useRetention } from './use-retention.ts'

/** How long the organization keeps inspections, and which must stay. */
export function RetentionPage() {
  const { t } = useTranslation('settings')
  const { reachesOrganization } = useRights()
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('retention.title')}</h1>
        <p className="mt-1 max-w-prose text-quiet">{t('retention.text')}</p>
      </div>
      {reachesOrganization('read') ? (
        <Rules mayWrite={reachesOrganization('write')} />
      ) : (
        <Forbidden
          title={t('retention.forbidden')}
          permission="monk_core_api:inspections:read_organization"
        />
      )}
    </>
  )
}

function Rules({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const { data: retention, error, refetch } = useRetention()
  // What was read first stays in the form: nobody overwrites what they have not seen.
  const [edited, setEdited] = useState<Retention | null>(null)
  if (error && !retention) return <PageError error={error} reset={() => refetch()} />
  if (!retention) return <Skeleton rows={3} />
  return (
    <>
      <Panel
        title={t('retention.rules')}
        action={
          mayWrite && !edited ? (
            <Button touch="sm" onClick={() => setEdited(retention)}>
              {t('retention.change')}
            </Button>
          ) : null
        }
      >
        {edited ? (
          <RuleForm key={edited.version} retention={edited} onEnd={() => setEdited(null)} />
        ) : (
          <RuleRows retention={retention} />
        )}
      </Panel>
      <HoldList mayWrite={mayWrite} />
      <PicturePanel mayWrite={mayWrite} />
    </>
  )
}

function RuleRows({ retention }: { retention: Retention }) {
  const { t } = useTranslation('settings')
  const { data: preview } = usePreview(retention)
  return (
    <>
      <dl className="mt-3">
        {RULES.map((rule) => (
          <div
            key={rule}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-line border-t py-2.5"
          >
            <dt className="font-medium">{t(`retention.name.${rule}`)}</dt>
            <dd className="text-end">
              {retention[rule] ? t('retention.days', { count: retention[rule] }) : t('retention.kept')}
              <span className="block text-quiet text-sm">
                <DueText due={preview?.[rule] ?? null} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-prose text-quiet text-sm">
        {t('retention.fixed', {
          days: retention.fixed.webhookDeliveriesDays,
          hours: Math.round(retention.fixed.idempotencyKeysS / 3_600),
        })}
      </p>
      {retention.updatedAt ? (
        <p className="mt-3 break-words text-quiet text-sm">
          {t('retention.updated', { by: retention.updatedBy })} <ExactMoment at={retention.updatedAt} />
        </p>
      ) : null}
    </>
  )
}
