import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LETTERS_KEY } from '../../review/screen-store.ts'
import { Panel } from '../pieces/panel.tsx'
import { Switch } from '../pieces/switch.tsx'
import { LetterKeys } from './letter-keys.tsx'

/** Keys of the review screen, in this browser. */
export function KeyboardPage() {
  const { t } = useTranslation('settings')
  const [areOn, setAreOn] = useState(() => localStorage.getItem(LETTERS_KEY) !== 'true')
  return (
    <>
      <div>
        <h1 className="font-semibold text-xl">{t('nav.keyboard')}</h1>
        <p className="mt-1 text-quiet">{t('keyboard.text')}</p>
      </div>
      <Panel
        title={t('keyboard.letters')}
        text={t('keyboard.letters_text')}
        action={
          <Switch
            label={t('keyboard.letters')}
            isOn={areOn}
            onChange={(isOn) => {
              localStorage.setItem(LETTERS_KEY, String(!isOn))
              setAreOn(isOn)
            }}
          />
        }
      />
      {areOn ? <LetterKeys /> : null}
    </>
  )
}
