import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Dialog } from '../look/dialog.tsx'
import { useService } from '../service/service-context.ts'
import { useSession } from '../session/session.ts'

/** Over the page as it is: what was being saved goes on when the person is back. */
export function SessionExpired() {
  const { t } = useTranslation()
  const { session } = useService()
  const other = useSession((state) => state.other)
  const subject = useSession((state) => state.person?.subject)
  return (
    <Dialog open title={t('expired.title')} text={t('expired.text')}>
      {other ? (
        <p role="alert" className="mt-3 text-bad">
          {t('expired.other', { other, subject })}
        </p>
      ) : null}
      <Button kind="main" size="touch" className="mt-5 w-full" onClick={() => session.signInAgain()}>
        {t('expired.action')}
      </Button>
    </Dialog>
  )
}
