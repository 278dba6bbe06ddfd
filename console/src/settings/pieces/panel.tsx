import type { ReactNode } from 'react'
import { classes } from '../../look/class-names.ts'

type Props = { title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode; className?: string }

/** One matter of a settings page. */
export function Panel({ title, text, action, children, className }: Props) {
  return (
    <section
      aria-label={title}
      className={classes('rounded-panel border border-line bg-panel p-5', className)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold text-base">{title}</h2>
          {text ? <p className="mt-1 max-w-prose text-quiet">{text}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
