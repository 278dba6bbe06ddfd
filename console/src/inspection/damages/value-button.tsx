import type { ComponentProps } from 'react'
import { classes } from '../../look/class-names.ts'

/** What a row says, and a way to change it. */
export function ValueButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={classes(
        'inline-flex min-h-8 items-center rounded-control border border-transparent px-1.5 py-1 text-start hover:border-line hover:bg-raised disabled:cursor-not-allowed max-lg:min-h-[44px] max-lg:w-full max-lg:border-line max-lg:px-2',
        className,
      )}
      {...rest}
    />
  )
}
