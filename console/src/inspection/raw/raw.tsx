import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../frame/page-error.tsx'
import { Button } from '../../look/button.tsx'
import { download } from '../../look/download.ts'
import { inspectionKey } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { copy } from './copy.ts'
import { JsonText } from './json-text.tsx'
import { readWire, wireUrl } from './read-wire.ts'

/** The inspection as the service answers it, byte for byte. */
export function Raw() {
  const { t } = useTranslation('raw')
  const { inspectionId } = useInspection()
  const client = useClient()
  const queries = useQueryClient()
  const [hasDeleted, setHasDeleted] = useState(false)
  const readAt = queries.getQueryState(inspectionKey(inspectionId))?.dataUpdatedAt
  const { data, error, refetch } = useQuery({
    queryKey: ['inspection', inspectionId, 'wire', hasDeleted, readAt],
    queryFn: ({ signal }) => readWire(client, inspectionId, hasDeleted, signal),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <PageError error={error} reset={() => refetch()} />
  const words = { done: t('copied'), failed: t('copy_failed') }
  const curl = `curl -H "Authorization: Bearer $TOKEN" "${wireUrl(client, inspectionId, hasDeleted)}"`
  return (
    <div className="mx-auto flex w-full max-w-[110rem] flex-col gap-3 p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold text-lg">{t('title')}</h2>
        <Button touch="lg" disabled={!data} onClick={() => copy(data ?? '', words)}>
          <Copy aria-hidden className="size-4" />
          {t('copy_all')}
        </Button>
        <Button
          touch="lg"
          disabled={!data}
          onClick={() => download(data ?? '', `inspection-${inspectionId}.json`)}
        >
          <Download aria-hidden className="size-4" />
          {t('download')}
        </Button>
      </div>
      <div className="flex items-center gap-2 rounded-panel border border-line bg-panel p-2 ps-3 max-sm:flex-col max-sm:items-stretch">
        <code dir="ltr" className="min-w-0 flex-1 break-all text-sm">
          {curl}
        </code>
        <Button size="small" touch="lg" onClick={() => copy(curl, words)}>
          <Copy aria-hidden className="size-4" />
          {t('copy_curl')}
        </Button>
      </div>
      {data ? (
        <JsonText text={data}>
          <label className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              className="size-4.5 accent-(--accent)"
              checked={hasDeleted}
              onChange={(event) => setHasDeleted(event.target.checked)}
            />
            {t('with_deleted')}
          </label>
        </JsonText>
      ) : (
        <div role="status" aria-label={t('loading')} className="h-96 rounded-panel bg-raised" />
      )}
    </div>
  )
}
