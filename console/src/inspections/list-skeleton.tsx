import { useTranslation } from 'react-i18next'

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** As high as the rows that come, so that nothing jumps. */
export function ListSkeleton() {
  const { t } = useTranslation('list')
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="overflow-hidden rounded-panel border border-line bg-panel motion-safe:animate-pulse"
    >
      {ROWS.map((row) => (
        <div key={row} className="flex h-15 items-center gap-3 border-line border-b px-3 last:border-b-0">
          <span className="h-11 w-15 rounded-control bg-raised" />
          <span className="h-4 w-40 rounded-control bg-raised" />
          <span className="ms-auto h-4 w-24 rounded-control bg-raised" />
        </div>
      ))}
    </div>
  )
}
