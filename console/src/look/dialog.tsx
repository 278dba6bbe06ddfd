import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './class-names.ts'

type Props = {
  open: boolean
  onClose?: () => void
  title: string
  text?: string
  children?: ReactNode
  className?: string
}

/** A dialog without `onClose` can only be left by what it offers. */
export function Dialog({ open, onClose, title, text, children, className }: Props) {
  const stay = (event: Event) => {
    if (!onClose) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          onEscapeKeyDown={stay}
          onPointerDownOutside={stay}
          {...(text ? {} : { 'aria-describedby': undefined })}
          className={classes(
            'fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-panel border border-line bg-panel p-5 shadow-xl',
            className,
          )}
        >
          <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
          {text ? <Radix.Description className="mt-1 text-quiet">{text}</Radix.Description> : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
