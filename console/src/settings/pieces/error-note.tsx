import { WalkaroundError } from '@walkaround/sdk'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Note } from './note.tsx'

const KNOWN = [
  'capture_limit_reached',
  'version_stale',
  'webhook_endpoint_disabled',
  'webhook_endpoints_too_many',
  'webhook_replay_too_large',
  'permission_missing',
  'not_found',
]

/** Why something was not done, in words, and what to quote when asking for help. */
export function ErrorNote({ error }: { error: unknown }) {
  const { t } = useTranslation('settings')
  if (!error) return null
  return (
    <Note kind="bad" role="alert" title={t('error.title')} className="mt-4">
      <p>{wordsOf(error, t)}</p>
      {error instanceof WalkaroundError && error.requestId ? (
        <p className="text-quiet text-sm">{t('error.request', { id: error.requestId })}</p>
      ) : null}
    </Note>
  )
}

function wordsOf(error: unknown, t: TFunction<'settings'>): string {
  if (!(error instanceof WalkaroundError)) return error instanceof Error ? error.message : String(error)
  if (KNOWN.includes(error.code)) return t(`error.${error.code}`, error.problem)
  if (error.errors.some(({ field }) => field === 'url')) return t('error.url')
  return error.message
}
