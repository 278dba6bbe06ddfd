import { CarFront, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { type Filter, isFiltered } from './list-search.ts'

type Props = { filter: Filter; mayCreate: boolean; onNew: () => void; onClear: () => void }

/** Names what was looked for, and the way out. */
export function EmptyList({ filter, mayCreate, onNew, onClear }: Props) {
  const { t } = useTranslation('list')
  const isSearch = isFiltered(filter)
  const Icon = isSearch ? SearchX : CarFront
  const asked = [
    filter.status && t(`status.${filter.status}`),
    filter.own && t('own'),
    filter.q && t('none.quoted', { text: filter.q }),
  ].filter(Boolean)
  return (
    <div className="flex flex-col items-center gap-3 rounded-panel border border-line bg-panel px-6 py-14 text-center">
      <Icon aria-hidden className="size-10 text-quiet" />
      <p className="font-semibold text-base">{t(isSearch ? 'none.found' : 'none.yet')}</p>
      <p className="max-w-md text-quiet">
        {isSearch ? t('none.asked', { asked: asked.join(' · ') }) : t('none.how')}
      </p>
      {filter.q ? <p className="max-w-md text-quiet">{t('none.beginning')}</p> : null}
      {isSearch ? (
        <Button touch="md" onClick={onClear}>
          {t('none.clear')}
        </Button>
      ) : mayCreate ? (
        <Button kind="main" touch="md" onClick={onNew}>
          {t('new.button')}
        </Button>
      ) : null}
    </div>
  )
}
