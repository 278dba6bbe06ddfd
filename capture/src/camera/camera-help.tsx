import { Icon } from '../look/icon.tsx'
import { Button, Heading, Screen } from '../look/parts.tsx'
import type { Act } from '../walk/actions.ts'
import { useWords, type Word } from '../words/words.ts'

type Props = { kind: 'denied' | 'none' | 'busy'; onRetry: () => void; onUseFiles: () => void; act: Act }

const isApple = () => /iPhone|iPad/.test(navigator.userAgent)

/** There is no picture from the camera. Never a dead end: the phone's own camera takes the same photos. */
export function CameraHelp({ kind, onRetry, onUseFiles, act }: Props) {
  const t = useWords()
  const steps: Word[] = isApple()
    ? ['denied.ios1', 'denied.ios2', 'denied.step3']
    : ['denied.step1', 'denied.step2', 'denied.step3']
  return (
    <Screen
      title=""
      onBack={() => act.show({ name: 'welcome' })}
      actions={
        <Button look="main" icon="again" onClick={onRetry}>
          {t('denied.retry')}
        </Button>
      }
    >
      <span class="stamp warn">
        <Icon name="camera" />
      </span>
      <Heading>{t(`${kind}.title`)}</Heading>
      <p class="quiet">{t(`${kind}.text`)}</p>
      {kind === 'denied' ? (
        <ol class="card steps">
          {steps.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      ) : null}
      <button type="button" class="card row choice-card" onClick={onUseFiles}>
        <span class="disc">
          <Icon name="phone" />
        </span>
        <span class="grow">
          <b>{t('denied.file')}</b>
          <small>{t('denied.fileMore')}</small>
        </span>
        <Icon name="forward" />
      </button>
      {kind === 'denied' ? <p class="tiny quiet">{t('denied.chat')}</p> : null}
    </Screen>
  )
}
