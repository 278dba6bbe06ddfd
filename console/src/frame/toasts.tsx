import { useSyncExternalStore } from 'react'
import { Toaster } from 'sonner'

const page = document.documentElement

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(page, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Messages that pass by, in the colours of the page. */
export function Toasts() {
  const theme = useSyncExternalStore(watchTheme, () => page.dataset.theme)
  return (
    <Toaster
      position="bottom-center"
      visibleToasts={3}
      theme={theme === 'dark' ? 'dark' : 'light'}
      dir={page.dir === 'rtl' ? 'rtl' : 'ltr'}
    />
  )
}
