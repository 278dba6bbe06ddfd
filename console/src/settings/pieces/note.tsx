import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../look/class-names.ts'

const LOOKS = {
  plain: { icon: Info, box: 'border-line bg-raised', mark: 'text-quiet' },
  good: { icon: CircleCheck, box: 'border-good bg-panel', mark: 'text-good' },
  bad: { icon: CircleAlert, box: 'border-bad bg-panel', mark: 'text-bad' },
  careful: {
    icon: TriangleAlert,
    // A yellow field is too loud in the dark.
    box: 'border-transparent bg-minor text-on-minor dark:border-minor dark:bg-raised dark:text-ink',
    mark: 'dark:text-minor',
  },
} as const

type Props = {
  kind: keyof typeof LOOKS
  title?: string
  children?: ReactNode
  role?: 'alert' | 'status'
  className?: string
}

/** What a person should know before they go on. The icon says how serious it is, not the colour alone. */
export function Note({ kind, title, children, role, className }: Props) {
  const { icon: Icon, box, mark } = LOOKS[kind]
  return (
    <div role={role} className={classes('flex gap-3 rounded-control border p-3', box, className)}>
      <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
