import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { pressedKey, shownKey } from '../../review/keys/keys.ts'
import {
  canBeChosen,
  keyOf,
  LETTER_COMMANDS,
  LETTER_KEYS,
  type LetterCommand,
  type OwnKeys,
  readOwnKeys,
  saveOwnKeys,
  takenBy,
} from '../../review/keys/own-keys.ts'
import { Panel } from '../pieces/panel.tsx'
import { LetterKeyRow } from './letter-key-row.tsx'

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']

/** Which letter does what on the review screen. One key does one thing. */
export function LetterKeys() {
  const { t } = useTranslation(['settings', 'review'])
  const [own, setOwn] = useState(readOwnKeys)
  const [asked, setAsked] = useState<LetterCommand | null>(null)
  const [said, setSaid] = useState('')
  const nameOf = (command: LetterCommand) => t(`review:keys.${command}`)
  const choose = (next: OwnKeys, words: string) => {
    saveOwnKeys(next)
    setOwn(next)
    setSaid(words)
  }
  const take = (command: LetterCommand, key: string) => {
    const { [command]: _before, ...others } = own
    const holder = takenBy(others, key)
    if (!canBeChosen(key) || holder === 'fixed') return setSaid(t('keys.impossible', { key: shownKey(key) }))
    if (holder && holder !== command)
      return setSaid(t('keys.taken', { key: shownKey(key), command: nameOf(holder) }))
    setAsked(null)
    const next = key === LETTER_KEYS[command] ? others : { ...others, [command]: key }
    choose(next, t('keys.chosen', { key: shownKey(key), command: nameOf(command) }))
  }
  const onKey = (command: LetterCommand, event: KeyboardEvent) => {
    if (event.key === 'Tab' || MODIFIERS.includes(event.key)) return
    event.preventDefault()
    if (event.key !== 'Escape') return take(command, pressedKey(event))
    setAsked(null)
    setSaid('')
  }
  return (
    <Panel
      title={t('keys.title')}
      text={t('keys.text')}
      action={
        Object.keys(own).length > 0 ? (
          <Button touch="sm" onClick={() => choose({}, t('keys.reset_done'))}>
            <RotateCcw aria-hidden className="size-4" />
            {t('keys.reset')}
          </Button>
        ) : null
      }
    >
      <p role="status" className="mt-3 min-h-[1.5em] font-medium">
        {said}
      </p>
      <ul className="gap-x-10 md:columns-2">
        {LETTER_COMMANDS.map((command) => (
          <LetterKeyRow
            key={command}
            name={nameOf(command)}
            letter={shownKey(keyOf(own, command))}
            isOwn={own[command] !== undefined}
            isAsked={asked === command}
            onAsk={(isAsked) => {
              setAsked(isAsked ? command : null)
              setSaid(isAsked ? t('keys.press', { command: nameOf(command) }) : '')
            }}
            onKey={(event) => onKey(command, event)}
          />
        ))}
      </ul>
    </Panel>
  )
}
