import { WalkaroundError } from '@walkaround/sdk'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'

/** The rows below are older than they should be. */
export function RefreshError({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const { t } = useTranslation(['list', 'shell'])
  const requestId = error instanceof WalkaroundError ? error.requestId : undefined
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-line bg-panel p-3"
    >
      <TriangleAlert aria-hidden className="size-4 text-bad" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium text-bad">{t('not_refreshed')}</span> {error.message}{' '}
        {requestId ? (
          <span className="text-quiet text-sm">{t('shell:error.request', { id: requestId })}</span>
        ) : null}
      </p>
      <Button touch="md" onClick={onAgain}>
        {t('shell:error.again')}
      </Button>
    </div>
  )
}
