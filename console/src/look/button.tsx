import type { VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { buttonLook } from './button-look.ts'
import { classes } from './class-names.ts'

export function Button({
  kind,
  size,
  touch,
  className,
  ...rest
}: ComponentProps<'button'> & VariantProps<typeof buttonLook>) {
  return <button type="button" className={classes(buttonLook({ kind, size, touch }), className)} {...rest} />
}
