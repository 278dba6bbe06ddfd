import { useTranslation } from 'react-i18next'

/** While the code of a page is on its way. */
export function PagePending() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="flex flex-col gap-4 p-4 motion-safe:animate-pulse"
    >
      <div className="h-8 w-56 rounded-control bg-raised" />
      <div className="h-9 w-full max-w-2xl rounded-control bg-raised" />
      <div className="h-96 rounded-panel bg-raised" />
    </div>
  )
}
