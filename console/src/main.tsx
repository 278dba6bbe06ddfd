import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import './look/styles.css'
import { applyTheme } from './look/theme.ts'
import { router } from './router.tsx'
import { openService, type Service } from './service/service.ts'
import { ServiceContext } from './service/service-context.ts'
import { failedSignIn } from './session/session.ts'
import { applyDirection, startWords } from './words/words.ts'

// Nothing is said in the first moment.
const Toasts = lazy(async () => ({ default: (await import('./frame/toasts.tsx')).Toasts }))

applyTheme()
const [service] = await Promise.all([openService(), startWords()])
const signedInAt = '/console/signed-in'
const backTo = location.pathname === signedInAt ? await finishSignIn(service) : location.pathname
if (backTo !== null) {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no place for the application.')
  createRoot(root).render(
    <StrictMode>
      <ServiceContext value={service}>
        <QueryClientProvider client={service.queries}>
          <Suspense>
            <RouterProvider router={router} context={{ service }} />
          </Suspense>
          <Suspense>
            <Toasts />
          </Suspense>
        </QueryClientProvider>
      </ServiceContext>
    </StrictMode>,
  )
}

/** The path to go on at; null in a window that was opened only to sign in. */
async function finishSignIn({ session }: Service): Promise<string | null> {
  try {
    const path = await session.finishSignIn(new URL(location.href))
    // The router knows this entry by its state, and brings the scroll position back by it.
    if (path !== null) history.replaceState(history.state, '', path)
    applyDirection()
    return path
  } catch (error) {
    history.replaceState(history.state, '', failedSignIn(error))
    return '/console/'
  }
}
