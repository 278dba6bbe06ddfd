import { Icon, type IconName } from '../look/icon.tsx'
import { Button, Heading } from '../look/parts.tsx'
import { useWords, type Word } from '../words/words.ts'

type PlainProps = {
  icon: IconName
  title: Word
  text: Word
  action?: Word
  onAction?: () => void
  onBack?: () => void
}

/** A screen that says one thing. */
export function Plain({ icon, title, text, action = 'tryAgain', onAction, onBack }: PlainProps) {
  const t = useWords()
  return (
    <div class="screen">
      <main class="end">
        <span class="stamp">
          <Icon name={icon} />
        </span>
        <Heading>{t(title)}</Heading>
        <p class="quiet">{t(text)}</p>
      </main>
      <footer>
        {onAction ? (
          <Button look="main" onClick={onAction}>
            {t(action)}
          </Button>
        ) : null}
        {onBack ? (
          <Button look="ghost" onClick={onBack}>
            {t('back')}
          </Button>
        ) : null}
      </footer>
    </div>
  )
}
