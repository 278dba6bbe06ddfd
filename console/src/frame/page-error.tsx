import { WalkaroundError } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'

/** What went wrong in the service's own words, and what to quote when asking for help. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation()
  const requestId = error instanceof WalkaroundError ? error.requestId : undefined
  const isGone = error instanceof WalkaroundError && error.status === 404
  return (
    <div role="alert" className="m-auto max-w-md p-6 text-center">
      <h1 className="font-semibold text-lg">{t('error.title')}</h1>
      <p className="mt-2 text-quiet">
        {isGone ? t('error.not_found') : error instanceof Error ? error.message : String(error)}
      </p>
      {requestId ? <p className="mt-1 text-quiet text-sm">{t('error.request', { id: requestId })}</p> : null}
      <Button className="mt-4" onClick={reset}>
        {t('error.again')}
      </Button>
    </div>
  )
}

export function NotFound() {
  const { t } = useTranslation()
  return <p className="m-auto p-6 text-quiet">{t('error.not_found')}</p>
}
