import { classes } from './class-names.ts'

/** How far something is. Without a share it is under way, and nobody can say how far. */
export function ProgressBar({
  label,
  share,
  className,
}: {
  label: string
  share: number | null
  className?: string
}) {
  const percent = share === null ? null : Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': percent })}
      className={classes('h-1.5 overflow-hidden rounded-full bg-raised', className)}
    >
      <div
        className={classes(
          'h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-150',
          percent === null && 'opacity-40',
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  )
}
