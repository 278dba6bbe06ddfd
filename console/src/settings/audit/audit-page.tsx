import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useRights } from '../../session/permissions.ts'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Forbidden } from '../pieces/forbidden.tsx'
import { Panel } from '../pieces/panel.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { EntryList } from './entry-list.tsx'
import { FilterForm } from './filter-form.tsx'
import { type AuditFilter, useAudit, useSaveAudit } from './use-audit.ts'

/** Who asked for what in the organization. */
export function AuditPage() {
  const { t } = useTranslation('settings')
  const { reachesOrganization } = useRights()
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('audit.title')}</h1>
        <p className="mt-1 max-w-prose text-quiet">{t('audit.text')}</p>
      </div>
      {reachesOrganization('read') ? (
        <Entries />
      ) : (
        <Forbidden title={t('audit.forbidden')} permission="monk_core_api:inspections:read_organization" />
      )}
    </>
  )
}

function Entries() {
  const { t } = useTranslation('settings')
  const [filter, setFilter] = useState<AuditFilter>({ subject: '', operation: '', inspectionId: '' })
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit(filter)
  const save = useSaveAudit(filter)
  const entries = data?.pages.flatMap((page) => page.entries)
  return (
    <Panel
      title={t('audit.entries')}
      text={t('audit.entries_text')}
      action={
        <Button touch="sm" disabled={save.isPending} onClick={() => save.mutate()}>
          {t('audit.save')}
        </Button>
      }
    >
      <FilterForm onChange={setFilter} />
      <ErrorNote error={save.error ?? (entries ? null : error)} />
      {entries || error ? null : <Skeleton rows={3} />}
      {entries ? <EntryList entries={entries} /> : null}
      {hasNextPage ? (
        <Button touch="sm" className="mt-3" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t('audit.more')}
        </Button>
      ) : null}
    </Panel>
  )
}
