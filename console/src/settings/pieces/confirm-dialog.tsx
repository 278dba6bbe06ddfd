import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../look/dialog.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { ErrorNote } from './error-note.tsx'

type Props = {
  title: string
  text: string
  action: string
  isDanger?: boolean
  isRunning: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before something that has consequences, and says which. */
export function ConfirmDialog(props: Props) {
  const { t } = useTranslation('settings')
  return (
    <Dialog open title={props.title} text={props.text} onClose={props.onClose}>
      {props.children}
      <ErrorNote error={props.error} />
      <FormButtons
        cancel={t('cancel')}
        onCancel={props.onClose}
        action={props.action}
        isDisabled={props.isRunning}
        isDanger={props.isDanger ?? false}
        onConfirm={props.onConfirm}
      />
    </Dialog>
  )
}
