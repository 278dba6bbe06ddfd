import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Input } from '../look/controls.tsx'
import { useCompare } from './compare-context.ts'
import { VerdictChip } from './verdict-mark.tsx'
import type { Verdict } from './verdicts.ts'

const COMMON = ['seen_before', 'dirt_or_reflection', 'wrong_place', 'agreed_on_site'] as const

/** Why it is another category, or charged all the same: common reasons, and free text. */
export function AskReason({ asked }: { asked: Verdict | 'charge' }) {
  const { t } = useTranslation('compare')
  const { actions, screen } = useCompare()
  const [text, setText] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => first.current?.focus(), [])
  const cancel = () => screen.setState({ asked: null })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) actions.giveReason(text.trim())
  }
  return (
    <form
      aria-labelledby={id}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && cancel()}
      className="flex flex-col gap-2"
    >
      <p id={id} className="flex flex-wrap items-center gap-2 font-medium">
        {asked === 'charge' ? t('ask.charge') : t('ask.verdict')}
        {asked === 'charge' ? null : <VerdictChip verdict={asked} />}
      </p>
      <div className="flex flex-wrap gap-2">
        {COMMON.map((reason, n) => (
          <Button
            key={reason}
            ref={n === 0 ? first : undefined}
            size="small"
            className="max-lg:min-h-[44px]"
            onClick={() => actions.giveReason(t(`ask.${reason}`))}
          >
            {t(`ask.${reason}`)}
          </Button>
        ))}
      </div>
      <div className="flex gap-2">
        <Input
          size="dense"
          touch="lg"
          value={text}
          maxLength={500}
          aria-label={t('ask.own')}
          placeholder={t('ask.own')}
          onValue={setText}
          className="flex-1"
        />
        <Button type="submit" kind="main" disabled={!text.trim()}>
          {t('ask.save')}
        </Button>
        <Button onClick={cancel}>{t('ask.cancel')}</Button>
      </div>
    </form>
  )
}

export function NoteField() {
  const { t } = useTranslation('compare')
  const { place, actions, screen } = useCompare()
  const [text, setText] = useState(place?.note ?? '')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    actions.saveNote(text)
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && screen.setState({ isNoting: false })}
      className="flex gap-2"
    >
      <Input
        size="dense"
        touch="lg"
        ref={input}
        value={text}
        maxLength={500}
        aria-label={t('keys.note')}
        placeholder={t('keys.note')}
        onValue={setText}
        className="flex-1"
      />
      <Button type="submit" kind="main">
        {t('ask.save')}
      </Button>
      <Button onClick={() => screen.setState({ isNoting: false })}>{t('ask.cancel')}</Button>
    </form>
  )
}
