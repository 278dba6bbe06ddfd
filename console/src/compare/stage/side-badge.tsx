import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import type { SideName } from './seen.ts'

export function SideBadge({ side, className }: { side: SideName; className?: string }) {
  const { t } = useTranslation('compare')
  return (
    <span
      className={classes(
        'pointer-events-none absolute top-3 left-3 rounded-[6px] bg-[#0f172a]/85 px-2 py-0.5 font-semibold text-white max-lg:top-2 max-lg:left-2 max-lg:text-sm',
        className,
      )}
    >
      {t(`side.${side}`)}
    </span>
  )
}
