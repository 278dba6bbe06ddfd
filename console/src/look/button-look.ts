import { cva } from 'class-variance-authority'
import { TOUCH } from './touch.ts'

/** How a button looks, also for a link that stands among buttons. */
export const buttonLook = cva(
  'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap disabled:opacity-50 disabled:cursor-not-allowed motion-safe:transition-colors motion-safe:duration-100',
  {
    variants: {
      kind: {
        main: 'bg-accent text-on-accent hover:opacity-90',
        plain: 'bg-panel text-ink border border-line hover:bg-raised',
        ghost: 'text-ink hover:bg-raised',
        danger: 'bg-panel text-bad border border-line hover:bg-raised',
      },
      size: {
        normal: 'h-9 px-3 min-w-9',
        small: 'h-7 px-2 min-w-7 text-sm',
        touch: 'h-[44px] px-4 min-w-[44px]',
      },
      touch: TOUCH,
    },
    defaultVariants: { kind: 'plain', size: 'normal' },
  },
)
