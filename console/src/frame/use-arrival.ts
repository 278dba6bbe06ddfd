import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/** A page that takes longer to come than this is not waited for: the person has gone on. */
const ARRIVAL_MS_MAX = 8_000

/**
 * After a way to another page the focus is on its heading, so that keyboard and screen reader begin there; and the
 * window bears the name of what it shows. Pages only have to have a heading.
 */
export function useArrival(content: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const before = useRef<{ path: string; heading: Element | null }>({ path, heading: null })
  const name = t('name')

  useEffect(() => {
    const main = content.current
    if (!main) return
    const isArriving = before.current.path !== path
    const startedMs = performance.now()
    let hasArrived = !isArriving
    const look = () => {
      const heading = main.querySelector('h1')
      const page = main.querySelector('nav a[aria-current="page"]')?.textContent
      const parts = [heading?.textContent, page, name].filter(Boolean)
      const title = [...new Set(parts)].join(' · ')
      if (document.title !== title) document.title = title
      if (!hasArrived && performance.now() - startedMs < ARRIVAL_MS_MAX) {
        // Pages of one inspection have its heading in common; their own is the next below.
        const target = heading === before.current.heading ? main.querySelector('h2') : heading
        if (target) {
          hasArrived = true
          if (!document.querySelector('[role="dialog"]')) focusHeading(target)
        }
      }
      if (hasArrived) before.current = { path, heading }
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(main, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [content, path, name])
}

function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  // Nothing can be done with a heading, so it needs no ring.
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}
