import { useState } from 'preact/hooks'
import { Icon } from '../look/icon.tsx'
import { Button, Heading, Screen } from '../look/parts.tsx'
import { Photo } from '../look/photo.tsx'
import type { Act } from '../walk/actions.ts'
import { progressOf } from '../walk/progress.ts'
import { type ReadingProgress, readingsOf } from '../walk/readings.ts'
import type { WalkState } from '../walk/store.ts'
import { sightName } from '../words/sight-name.ts'
import { useWords } from '../words/words.ts'

/** The photo beside what was read on it: one look is enough. */
export function Readings({ state: { walk, shots }, act }: { state: WalkState; act: Act }) {
  const t = useWords()
  const mayFinish = progressOf(walk, shots).every(({ mayNotFinish }) => !mayNotFinish)
  return (
    <Screen
      title={t('readings.title')}
      onBack={act.back}
      actions={
        <>
          <Button look="main" onClick={mayFinish ? act.finish : () => act.show({ name: 'camera' })}>
            {t(mayFinish ? 'summary.finish' : 'continue')}
          </Button>
          <p class="tiny quiet">{t('readings.skip')}</p>
        </>
      }
    >
      <Heading>{t('readings.heading')}</Heading>
      <p class="quiet">{t('readings.text')}</p>
      {readingsOf(walk, shots).map((reading) => (
        <ReadingCard key={reading.imageId} reading={reading} act={act} />
      ))}
    </Screen>
  )
}

function ReadingCard({ reading, act }: { reading: ReadingProgress; act: Act }) {
  const t = useWords()
  const { step, shot, status, value, unit, said } = reading
  const [isChanging, setChanging] = useState(false)
  const shown = said ?? (value === null ? null : { value, unit })
  const unread = t(status === 'reading' ? 'readings.reading' : 'readings.unreadable')
  const label = sightName(t, step)
  return (
    <section class={`card reading ${said ? 'said' : ''}`} aria-label={label}>
      <div class="row">
        <Photo shot={shot} name="" />
        <span class="grow">
          <small>{label}</small>
          {shown ? (
            <b class="value" dir="ltr">
              {shown.value} {shown.unit ?? ''}
            </b>
          ) : (
            <span role="status">{unread}</span>
          )}
        </span>
      </div>
      {isChanging ? (
        <Change reading={reading} act={act} onDone={() => setChanging(false)} />
      ) : (
        <div class="pair">
          {said ? (
            <span class="row confirmed">
              <Icon name="check" />
              {t('readings.confirmed')}
            </span>
          ) : shown ? (
            <Button icon="check" onClick={() => act.tell(reading, shown)}>
              {t('readings.right')}
            </Button>
          ) : null}
          <Button look="ghost" onClick={() => setChanging(true)}>
            {t(shown ? 'readings.change' : 'readings.type')}
          </Button>
        </div>
      )}
    </section>
  )
}

const UNITS = ['km', 'miles'] as const
const DIGITS = /^[\d .,']{1,10}$/

type ChangeProps = { reading: ReadingProgress; act: Act; onDone: () => void }

function Change({ reading, act, onDone }: ChangeProps) {
  const t = useWords()
  const { step, value, unit: readUnit, alternatives, said } = reading
  const isNumber = step === 'odometer'
  const [text, setText] = useState(said?.value ?? value ?? '')
  const [unit, setUnit] = useState<(typeof UNITS)[number]>(said?.unit ?? readUnit ?? 'km')
  const mayKeep = isNumber ? DIGITS.test(text) : text.trim() !== ''
  const keep = async () => {
    await act.tell(reading, { value: text.trim(), unit: isNumber ? unit : null })
    onDone()
  }
  return (
    <>
      <label class="field">
        <span>{t('readings.field', { sight: sightName(t, step) })}</span>
        <input
          value={text}
          dir="ltr"
          maxLength={40}
          autocapitalize="characters"
          autocomplete="off"
          spellcheck={false}
          inputMode={isNumber ? 'numeric' : 'text'}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {isNumber ? (
        <fieldset class="choice">
          <legend class="hidden">{t('readings.unit')}</legend>
          {UNITS.map((name) => (
            <label key={name} class={name === unit ? 'chosen' : ''}>
              <input type="radio" name="unit" checked={name === unit} onChange={() => setUnit(name)} />
              {name}
            </label>
          ))}
        </fieldset>
      ) : null}
      {alternatives.length > 0 ? (
        <div class="pair">
          {alternatives.map((other) => (
            <Button key={other} onClick={() => setText(other)}>
              <span dir="ltr">{other}</span>
            </Button>
          ))}
        </div>
      ) : null}
      <Button icon="check" onClick={keep} disabled={!mayKeep}>
        {t('readings.keep')}
      </Button>
    </>
  )
}
