import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { CopyText } from '../pieces/copy-text.tsx'
import { Note } from '../pieces/note.tsx'

type Props = { title: string; secret: string; text: string; onClose: () => void }

/** The secret, this once. It can only be left by saying that it is kept. */
export function SecretDialog({ title, secret, text, onClose }: Props) {
  const { t } = useTranslation('settings')
  return (
    <Dialog open title={title} text={text}>
      <Note kind="careful" title={t('secret.once')} className="mt-4 mb-4">
        <p>{t('secret.once_text')}</p>
      </Note>
      <CopyText label={t('secret.label')} value={secret} />
      <p className="mt-3 text-quiet text-sm">
        {t('secret.use')}{' '}
        <a
          href="/docs/events#receivers-to-copy"
          target="_blank"
          rel="noreferrer"
          className="text-accent underline underline-offset-4"
        >
          {t('secret.receivers')}
        </a>
      </p>
      <Button kind="main" touch="sm" className="mt-5 w-full" onClick={onClose}>
        {t('secret.kept')}
      </Button>
    </Dialog>
  )
}
