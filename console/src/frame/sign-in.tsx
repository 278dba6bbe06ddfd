import { CarFront } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { useService } from '../service/service-context.ts'

export function SignIn() {
  const { t } = useTranslation()
  const { session } = useService()
  const search = new URLSearchParams(location.search)
  const reason = search.get('sign_in_failed')
  const backTo = reason === null ? location.pathname + location.search : '/console/'
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm rounded-panel border border-line bg-panel p-6 text-center">
        <CarFront aria-hidden className="mx-auto size-10 text-accent" />
        <h1 className="mt-3 font-semibold text-xl">{t('sign_in.title')}</h1>
        <p className="mt-1 text-quiet">{t('sign_in.text')}</p>
        {reason !== null ? (
          <p role="alert" className="mt-3 text-bad">
            {t('sign_in.failed', { reason })}
          </p>
        ) : null}
        <Button kind="main" size="touch" className="mt-5 w-full" onClick={() => session.signIn(backTo)}>
          {t('sign_in.action')}
        </Button>
      </div>
    </main>
  )
}
