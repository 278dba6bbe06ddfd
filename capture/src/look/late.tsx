import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Plain } from '../screens/plain.tsx'

type Late<Props> = { page: ComponentType<Props> | null; hasFailed: boolean }

/** A page whose script comes when it is needed, or before that by `prefetch`. Without signal it may not come. */
export function createLatePage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const fetchPage = async () => {
    loaded ??= await load()
    return loaded
  }
  function LatePage({ onBack, ...props }: Props & { onBack: () => void }) {
    const [{ page, hasFailed }, setLate] = useState<Late<Props>>({ page: loaded, hasFailed: false })
    const open = () => {
      setLate({ page: loaded, hasFailed: false })
      fetchPage().then(
        (page) => setLate({ page, hasFailed: false }),
        () => setLate({ page: null, hasFailed: true }),
      )
    }
    useEffect(() => {
      if (!page) open()
    }, [])
    const Page = page
    if (Page) return <Page {...(props as unknown as Props)} />
    if (!hasFailed) return <p class="opening">…</p>
    return <Plain icon="noSignal" title="late.title" text="late.text" onAction={open} onBack={onBack} />
  }
  /** What does not come now comes when it is needed. */
  const prefetch = () => {
    fetchPage().catch(() => {})
  }
  return { LatePage, prefetch }
}
