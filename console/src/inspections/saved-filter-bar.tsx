import { Bookmark, BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Input } from '../look/controls.tsx'
import { type Filter, isFiltered } from './list-search.ts'
import { deleteFilter, savedAs, saveFilter, useSavedFilters } from './saved-filters.ts'

type Props = { filter: Filter; onChange: (filter: Filter) => void }

/** Filters with a name, and the way to give this one a name. Takes no room while there is nothing to say. */
export function SavedFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('list')
  const filters = useSavedFilters((state) => state.filters)
  const [isNaming, setNaming] = useState(false)
  const current = savedAs(filters, filter)
  const canSave = isFiltered(filter) && !current
  if (filters.length === 0 && !canSave) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters.length > 0 ? (
        <ul aria-label={t('saved.label')} className="contents">
          {filters.map(({ name, filter: saved }) => (
            <li
              key={name}
              className="inline-flex max-w-full items-center rounded-control border border-line bg-panel has-[[aria-pressed=true]]:border-accent has-[[aria-pressed=true]]:bg-chosen"
            >
              <button
                type="button"
                aria-pressed={current?.name === name}
                className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-control ps-2.5 pe-1 hover:bg-raised max-md:h-[44px]"
                onClick={() => onChange(saved)}
              >
                <Bookmark aria-hidden className="size-3.5 shrink-0 text-quiet" />
                <span className="truncate">{name}</span>
              </button>
              <button
                type="button"
                aria-label={t('saved.delete', { name })}
                className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-quiet hover:bg-raised hover:text-ink max-md:size-[44px]"
                onClick={() => deleteFilter(name)}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {canSave && !isNaming ? (
        <Button kind="ghost" touch="md" className="h-8 px-2 text-quiet" onClick={() => setNaming(true)}>
          <BookmarkPlus aria-hidden className="size-4" />
          {t('saved.save')}
        </Button>
      ) : null}
      {canSave && isNaming ? <NameForm filter={filter} onDone={() => setNaming(false)} /> : null}
    </div>
  )
}

function NameForm({ filter, onDone }: { filter: Filter; onDone: () => void }) {
  const { t } = useTranslation('list')
  const suggested = [filter.status && t(`status.${filter.status}`), filter.q, filter.own && t('own')]
  const [name, setName] = useState(suggested.filter(Boolean).join(', '))
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!name.trim()) return
        saveFilter(name.trim(), filter)
        onDone()
      }}
    >
      <Input
        touch="md"
        // The person has just asked for this field.
        autoFocus
        aria-label={t('saved.name')}
        value={name}
        maxLength={40}
        onFocus={(event) => event.target.select()}
        onValue={setName}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        className="h-8 w-48 px-2.5"
      />
      <Button type="submit" touch="md" className="h-8" disabled={!name.trim()}>
        {t('saved.keep')}
      </Button>
    </form>
  )
}
