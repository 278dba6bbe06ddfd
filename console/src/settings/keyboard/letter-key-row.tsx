import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'

type Props = {
  name: string
  letter: string
  isOwn: boolean
  isAsked: boolean
  onAsk: (isAsked: boolean) => void
  onKey: (event: KeyboardEvent) => void
}

/** What a key does, and the key: pressed, it waits for another. */
export function LetterKeyRow({ name, letter, isOwn, isAsked, onAsk, onKey }: Props) {
  const { t } = useTranslation('settings')
  return (
    <li className="flex min-h-[44px] break-inside-avoid items-center justify-between gap-3 border-line border-b py-1">
      <span>{name}</span>
      <button
        type="button"
        aria-label={t('keys.change', { command: name, key: letter })}
        aria-pressed={isAsked}
        onClick={() => onAsk(!isAsked)}
        onBlur={() => isAsked && onAsk(false)}
        onKeyDown={(event) => isAsked && onKey(event.nativeEvent)}
        className={classes(
          'min-h-[32px] min-w-[64px] rounded-control border border-line bg-raised px-2 font-medium max-sm:min-h-[40px]',
          isOwn && 'border-accent',
          isAsked && 'border-accent bg-chosen',
        )}
      >
        {isAsked ? t('keys.waiting') : letter}
      </button>
    </li>
  )
}
