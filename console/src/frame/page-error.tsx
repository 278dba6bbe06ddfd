import { WalkaroundError } from '@walkaround/sdk'
import { CircleAlert, Lock, type LucideIcon, SearchX, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonLook } from '../look/button-look.ts'
import { isChunkError } from './stale-chunk.ts'

type Told = { icon: LucideIcon; title: string; children: ReactNode }

/** What went wrong in words for the person, and what to quote when asking for help. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation()
  const status = error instanceof WalkaroundError ? error.status : undefined
  const isAway = !navigator.onLine || (error instanceof WalkaroundError && error.code === 'network_failed')
  // What failed to load once stays failed as long as the page is open.
  const retry = isChunkError(error) ? () => location.reload() : reset
  const again = (
    <button type="button" className={buttonLook({ touch: 'md' })} onClick={retry}>
      {t('error.again')}
    </button>
  )
  if (status === 404) return <NotFound />
  if (status === 403 && error instanceof WalkaroundError) return <Forbidden error={error} />
  if (isAway)
    return (
      <Message icon={WifiOff} title={t('error.offline_title')}>
        <p>{t('error.offline')}</p>
        {again}
      </Message>
    )
  const requestId = error instanceof WalkaroundError ? error.requestId : undefined
  return (
    <Message icon={CircleAlert} title={t('error.title')}>
      <p>{isChunkError(error) ? t('error.chunk') : error instanceof Error ? error.message : String(error)}</p>
      {requestId ? <RequestId id={requestId} /> : null}
      {again}
    </Message>
  )
}

/** Which permission is missing, in plain words and as the one who can give it knows it. */
function Forbidden({ error }: { error: WalkaroundError }) {
  const { t, i18n } = useTranslation()
  const permission = typeof error.problem.permission === 'string' ? error.problem.permission : null
  const words = `forbidden.what.${permission?.split(':').at(-1)}`
  return (
    <Message icon={Lock} title={t('forbidden.title')}>
      <p>
        {permission && i18n.exists(words)
          ? t('forbidden.text', { what: t(words) })
          : t('forbidden.text_unknown')}
      </p>
      {permission ? <p>{t('forbidden.help', { permission })}</p> : null}
      {error.requestId ? <RequestId id={error.requestId} /> : null}
    </Message>
  )
}

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Message icon={SearchX} title={t('error.not_found_title')}>
      <p>{t('error.not_found')}</p>
      <a href="/console/inspections" className={buttonLook({ touch: 'md' })}>
        {t('error.home')}
      </a>
    </Message>
  )
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <p className="text-sm">
      <span className="select-all break-all font-mono text-ink">{t('error.request', { id })}</span>
      <br />
      {t('error.quote')}
    </p>
  )
}

function Message({ icon: Icon, title, children }: Told) {
  return (
    <div
      role="alert"
      className="m-auto flex max-w-md flex-col items-center gap-3 text-balance px-6 py-14 text-center text-quiet"
    >
      <Icon aria-hidden className="size-10" />
      <h1 className="font-semibold text-ink text-lg">{title}</h1>
      {children}
    </div>
  )
}
