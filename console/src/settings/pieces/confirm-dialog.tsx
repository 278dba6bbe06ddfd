import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
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
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={props.onClose} className="max-sm:h-[44px] max-sm:flex-1">
          {t('cancel')}
        </Button>
        <Button
          kind={props.isDanger ? 'danger' : 'main'}
          disabled={props.isRunning}
          onClick={props.onConfirm}
          className="max-sm:h-[44px] max-sm:flex-1"
        >
          {props.action}
        </Button>
      </div>
    </Dialog>
  )
}
