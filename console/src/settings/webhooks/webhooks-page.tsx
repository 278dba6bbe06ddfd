import { Link } from '@tanstack/react-router'
import { BookOpen, Plus, Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PageError } from '../../frame/page-error.tsx'
import { buttonLook } from '../../look/button-look.ts'
import { CodeName } from '../pieces/code-name.tsx'
import { Note } from '../pieces/note.tsx'
import { Skeleton } from '../pieces/skeleton.tsx'
import { CallbackSecret } from './callback-secret.tsx'
import { EndpointCard } from './endpoint-card.tsx'
import { Forbidden } from './forbidden.tsx'
import { useReach } from './use-reach.ts'
import { useEndpoints } from './use-webhooks.ts'

const create = buttonLook({ kind: 'main', touch: 'sm' })

/** Who is told what happens to inspections, and whether they hear it. */
export function WebhooksPage() {
  const { t } = useTranslation('settings')
  const [mayRead, mayWrite] = [useReach('read'), useReach('write')]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="font-semibold text-xl">{t('webhooks.title')}</h1>
          <p className="mt-1 max-w-prose text-quiet">
            {t('webhooks.text')}{' '}
            <a
              href="/docs/events"
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 text-accent underline underline-offset-4"
            >
              <BookOpen aria-hidden className="size-4" />
              {t('webhooks.docs')}
            </a>
          </p>
        </div>
        {mayWrite ? (
          <Link to="/settings/webhooks/new" className={create}>
            <Plus aria-hidden className="size-4" />
            {t('webhooks.create')}
          </Link>
        ) : null}
      </div>
      {mayRead ? <Endpoints mayWrite={mayWrite} /> : <Forbidden action="read" />}
      {mayRead && mayWrite ? <CallbackSecret /> : null}
    </>
  )
}

function Endpoints({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('settings')
  const { data: endpoints, error, refetch } = useEndpoints()
  if (error && !endpoints) return <PageError error={error} reset={() => refetch()} />
  if (!endpoints) return <Skeleton rows={3} />
  return (
    <>
      {mayWrite ? null : (
        <Note kind="plain" title={t('webhooks.read_only')}>
          <p className="text-quiet">
            {t('webhooks.read_only_text')} <CodeName name="monk_core_api:inspections:write_organization" />
          </p>
        </Note>
      )}
      {endpoints.length === 0 ? (
        <div className="rounded-panel border border-line border-dashed bg-panel p-8 text-center">
          <Webhook aria-hidden className="mx-auto size-8 text-quiet" />
          <p className="mt-3 font-semibold">{t('webhooks.none')}</p>
          <p className="mx-auto mt-1 max-w-md text-quiet">
            {mayWrite ? t('webhooks.none_text') : t('webhooks.none_reader')}
          </p>
        </div>
      ) : (
        <ul aria-label={t('webhooks.list')} className="flex flex-col gap-3">
          {endpoints.map((endpoint) => (
            <EndpointCard key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
    </>
  )
}
