import { Link, Outlet } from '@tanstack/react-router'
import { CarFront, ListChecks, Settings } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'
import { Announcer } from './announcer.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { useArrival } from './use-arrival.ts'

// Menus and dialogs come after the page: nobody needs them in the first moment.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))
const PersonMenu = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))
const SessionExpired = lazy(async () => ({ default: (await import('./session-expired.tsx')).SessionExpired }))

const link =
  'inline-flex h-9 items-center justify-center gap-2 rounded-control px-3 font-medium text-quiet max-sm:size-[44px] max-sm:px-0 hover:bg-raised data-[status=active]:bg-raised data-[status=active]:text-ink'

/** The bar on top, and the page below it. Nobody who is not signed in sees more than the way to do so. */
export function Frame() {
  const { t } = useTranslation()
  const content = useRef<HTMLElement>(null)
  useArrival(content)
  const status = useSession((session) => session.status)
  if (status === 'signed_out')
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    )
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:rounded-control focus:bg-panel focus:p-3"
      >
        {t('skip')}
      </a>
      <header className="flex h-13 items-center gap-1 border-line border-b bg-panel px-3">
        <Link
          to="/inspections"
          className="me-2 inline-flex items-center gap-2 font-semibold max-sm:me-0 max-sm:size-[44px] max-sm:justify-center"
        >
          <CarFront aria-hidden className="size-5" />
          <span className="max-sm:sr-only">{t('name')}</span>
        </Link>
        <nav aria-label={t('navigation.label')} className="flex gap-1">
          <Link to="/inspections" className={link}>
            <ListChecks aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('navigation.inspections')}</span>
          </Link>
        </nav>
        <Link to="/settings" className={`${link} ms-auto`}>
          <Settings aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{t('navigation.settings')}</span>
        </Link>
        <Suspense fallback={<span className="size-9" />}>
          <PersonMenu />
        </Suspense>
      </header>
      <OfflineBanner />
      <main id="content" ref={content} className="flex min-h-0 flex-1 flex-col">
        <Outlet />
      </main>
      <Announcer />
      {status === 'expired' ? (
        <Suspense>
          <SessionExpired />
        </Suspense>
      ) : null}
    </div>
  )
}
