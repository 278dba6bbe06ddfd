import { type ReactNode, useId } from 'react'
import { classes } from './class-names.ts'

type Props = { title: string; action?: ReactNode; children: ReactNode; className?: string }

/** A framed part of a page under its own heading, with room for one action beside it. */
export function TitledPanel({ title, action, children, className }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classes('min-w-0 rounded-panel border border-line bg-panel', className)}
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-2">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {action}
      </div>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </section>
  )
}
