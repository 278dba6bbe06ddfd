import { useState } from 'preact/hooks'
import { Button, Fact, Heading, Screen, Switch } from '../look/parts.tsx'
import type { Act } from '../walk/actions.ts'
import type { WalkState } from '../walk/store.ts'
import { useWords } from '../words/words.ts'

export function Consent({ state: { walk }, act }: { state: WalkState; act: Act }) {
  const t = useWords()
  const [isAgreed, setAgreed] = useState(false)
  const [sharesLocation, setSharesLocation] = useState(false)
  const { consent = null, asksLocation = false } = walk.capture ?? {}
  return (
    <Screen
      title={t('consent.title')}
      onBack={act.back}
      actions={
        <>
          <Button
            look="main"
            icon="camera"
            disabled={consent !== null && !isAgreed}
            onClick={() => act.agree(sharesLocation)}
          >
            {t(consent === null ? 'consent.open' : 'consent.agreeOpen')}
          </Button>
          <p class="tiny quiet">{t('consent.allow')}</p>
        </>
      }
    >
      <Heading>{t('consent.heading')}</Heading>
      {consent === null ? null : <div class="card consent">{consent}</div>}
      <ul class="card facts">
        {consent === null ? <Fact icon="eye" title={t('consent.use')} text={t('consent.useText')} /> : null}
        <Fact icon="phone" title={t('consent.kept')} text={t('consent.keptText')} />
        <Fact icon="people" title={t('consent.others')} text={t('consent.othersText')} />
      </ul>
      {consent === null ? null : (
        <Switch
          label={t('consent.agree')}
          more={t('consent.agreeMore')}
          isOn={isAgreed}
          onChange={setAgreed}
        />
      )}
      {asksLocation ? (
        <Switch
          label={t('consent.location')}
          more={t('consent.locationMore')}
          isOn={sharesLocation}
          onChange={setSharesLocation}
        />
      ) : null}
    </Screen>
  )
}
