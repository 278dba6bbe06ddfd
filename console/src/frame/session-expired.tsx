import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Dialog } from '../look/dialog.tsx'
import { useService } from '../service/service-context.ts'

/** Over the page as it is: what was being saved goes on when the person is back. */
export function SessionExpired() {
  const { t } = useTranslation()
  const { session } = useService()
  return (
    <Dialog open title={t('expired.title')} text={t('expired.text')}>
      <Button kind="main" size="touch" className="mt-5 w-full" onClick={() => session.signInAgain()}>
        {t('expired.action')}
      </Button>
    </Dialog>
  )
}
