import { useTranslation } from 'react-i18next'

/** Where rows will be, so that nothing jumps when they come. */
export function Skeleton({ rows }: { rows: number }) {
  const { t } = useTranslation('settings')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, n) => `row ${n}`).map((name) => (
        <div key={name} className="h-20 rounded-panel bg-raised" />
      ))}
    </div>
  )
}
