import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Input } from '../../look/controls.tsx'

type Props = {
  text: string
  count: number
  /** Of the one that is current, from 0. */
  at: number
  onText: (text: string) => void
  onStep: (by: 1 | -1) => void
}

/** Enter goes to the next place, with Shift to the one before. */
export function RawSearch({ text, count, at, onText, onStep }: Props) {
  const { t } = useTranslation('raw')
  const isSearching = text.trim() !== ''
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-1">
      <Input
        size="dense"
        touch="lg"
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onValue={onText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
        }}
        className="w-64"
      />
      <Button
        className="px-0 max-lg:size-[44px]"
        aria-label={t('previous')}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      >
        <ChevronUp aria-hidden className="size-4" />
      </Button>
      <Button
        className="px-0 max-lg:size-[44px]"
        aria-label={t('next')}
        disabled={count === 0}
        onClick={() => onStep(1)}
      >
        <ChevronDown aria-hidden className="size-4" />
      </Button>
      <span role="status" className="px-1 text-quiet text-sm tabular-nums">
        {isSearching ? (count === 0 ? t('found_none') : t('found', { at: at + 1, count })) : ''}
      </span>
    </search>
  )
}
