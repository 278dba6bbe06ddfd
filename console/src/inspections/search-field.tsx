import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsLeaving } from '../frame/use-is-leaving.ts'
import { Input } from '../look/controls.tsx'
import { idIn } from './list-search.ts'

const TYPING_MS = 300

type Props = { q: string; onChange: (q: string) => void; field: RefObject<HTMLInputElement | null> }

/** One field for plate, VIN and id. Asks when the typing has stopped: every letter would be a request. */
export function SearchField({ q, onChange, field }: Props) {
  const { t } = useTranslation('list')
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const [text, setText] = useState(q)
  const sent = useRef(q)
  // The address may change under it: "back", or a saved filter.
  useEffect(() => {
    if (q !== sent.current) setText(q)
    sent.current = q
  }, [q])
  const send = (next: string) => {
    if (next === sent.current) return
    sent.current = next
    onChange(next)
  }
  const sendTyped = useEffectEvent(() => {
    // An id is opened, not searched for.
    if (!idIn(text) && !isLeaving()) send(text.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew with every letter
  useEffect(() => {
    const timer = setTimeout(() => sendTyped(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="max-md:order-last max-md:w-full">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          const inspectionId = idIn(text)
          if (inspectionId) navigate({ to: '/inspections/$inspectionId', params: { inspectionId } })
          else send(text.trim())
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-quiet"
        />
        <Input
          size="dense"
          touch="md"
          ref={field}
          type="search"
          aria-label={t('search.label')}
          aria-keyshortcuts="/"
          aria-describedby="search-hint"
          placeholder={t('search.label')}
          value={text}
          onValue={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            if (text) setText('')
            else event.currentTarget.blur()
          }}
          className="w-72 ps-9 pe-3 max-md:w-full"
        />
        <span
          id="search-hint"
          className={
            idIn(text)
              ? 'absolute inset-x-0 top-full z-30 mt-1 rounded-control border border-line bg-panel px-3 py-2 text-sm shadow-lg'
              : 'sr-only'
          }
        >
          {idIn(text) ? t('search.open_id') : t('search.hint')}
        </span>
      </form>
    </search>
  )
}
