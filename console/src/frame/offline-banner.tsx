import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from './announcer.tsx'
import { useIsOnline } from './use-is-online.ts'

/** Says how old the page is that people look at, and that nothing they do is lost. */
export function OfflineBanner() {
  const { t, i18n } = useTranslation()
  const isOnline = useIsOnline()
  const wasOffline = useRef(false)
  const queries = useQueryClient()
  const [loadedAt, setLoadedAt] = useState(0)
  useEffect(() => {
    if (!isOnline) {
      wasOffline.current = true
      setLoadedAt(
        Math.max(
          0,
          ...queries
            .getQueryCache()
            .getAll()
            .map((query) => query.state.dataUpdatedAt),
        ),
      )
    } else if (wasOffline.current) {
      wasOffline.current = false
      announce(t('offline.back'))
    }
  }, [isOnline, queries, t])
  if (isOnline) return null
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(loadedAt)
  return (
    <p role="status" className="flex items-start gap-2 border-line border-b bg-minor px-4 py-2 text-on-minor">
      <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong>{t('offline.title')}</strong>{' '}
        {loadedAt > 0 ? t('offline.seen', { time }) : t('offline.seen_before')} {t('offline.edits')}
      </span>
    </p>
  )
}
