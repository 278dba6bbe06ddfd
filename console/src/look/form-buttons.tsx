import { Button } from './button.tsx'
import { classes } from './class-names.ts'

type Props = {
  cancel: string
  onCancel: () => void
  /** What happens. */
  action: string
  isDisabled: boolean
  isDanger?: boolean
  /** Without it, the button sends the form around it. */
  onConfirm?: () => void
  className?: string
}

/** The way back, and what happens: under a form or a question. */
export function FormButtons({ cancel, onCancel, action, isDisabled, isDanger, onConfirm, className }: Props) {
  return (
    <div className={classes('mt-5 flex flex-wrap justify-end gap-2', className)}>
      <Button onClick={onCancel} touch="sm" className="max-sm:flex-1">
        {cancel}
      </Button>
      <Button
        kind={isDanger ? 'danger' : 'main'}
        type={onConfirm ? 'button' : 'submit'}
        disabled={isDisabled}
        touch="sm"
        className="max-sm:flex-1"
        {...(onConfirm ? { onClick: onConfirm } : {})}
      >
        {action}
      </Button>
    </div>
  )
}
