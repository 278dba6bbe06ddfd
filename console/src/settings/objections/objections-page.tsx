import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useRights } from '../../session/permissions.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Panel } from '../pieces/panel.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { ObjectionCard } from './objection-card.tsx'
import { ObjectionLinkDialog } from './objection-link-dialog.tsx'
import { PromisePanel } from './promise-panel.tsx'
import { FILTERS, type Filter, useObjections } from './use-objections.ts'

/** What people object to, and the answers they wait for. */
export function ObjectionsPage() {
  const { t } = useTranslation('objections')
  const { may, reachesOrganization } = useRights()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="font-semibold text-xl">{t('title')}</h1>
          <p className="mt-1 max-w-prose text-quiet">{t('text')}</p>
        </div>
        {may('update') ? (
          <Button kind="main" touch="sm" onClick={() => setAsking(true)}>
            {t('link.action')}
          </Button>
        ) : null}
      </div>
      <ObjectionList />
      {reachesOrganization('read') ? <PromisePanel mayWrite={reachesOrganization('write')} /> : null}
      {isAsking ? <ObjectionLinkDialog onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function ObjectionList() {
  const { t } = useTranslation('objections')
  const { may } = useRights()
  const [filter, setFilter] = useState<Filter>('open')
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useObjections(filter)
  const objections = data?.pages.flatMap((page) => page.objections)
  return (
    <Panel
      title={t('list')}
      action={
        <fieldset aria-label={t('filter.label')} className="flex gap-1">
          {FILTERS.map((name) => (
            <Button
              key={name}
              aria-pressed={filter === name}
              onClick={() => setFilter(name)}
              touch="sm"
              className="aria-pressed:bg-chosen"
            >
              {t(`filter.${name}`)}
            </Button>
          ))}
        </fieldset>
      }
    >
      <ErrorNote error={objections ? null : error} />
      {!objections && !error ? <Skeleton rows={2} /> : null}
      {objections?.length === 0 ? <p className="mt-3 text-quiet">{t(`none.${filter}`)}</p> : null}
      {objections?.length ? (
        <ul aria-label={t('list')} className="mt-3">
          {objections.map((objection) => (
            <ObjectionCard key={objection.id} objection={objection} mayDecide={may('write')} />
          ))}
        </ul>
      ) : null}
      {hasNextPage ? (
        <Button touch="sm" className="mt-3" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Panel>
  )
}
