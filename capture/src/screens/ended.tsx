import { localeOf } from '@walkaround/catalog/languages'
import { useState } from 'preact/hooks'
import type { LinkEnd } from '../kept/walks.ts'
import { Icon } from '../look/icon.tsx'
import { Button, Fact, Heading } from '../look/parts.tsx'
import type { Act } from '../walk/actions.ts'
import type { WalkState } from '../walk/store.ts'
import { type Speak, useWords } from '../words/words.ts'

/** The link no longer works. First what is not lost, then what to do. */
export function Ended({ state: { walk, shots }, end, act }: { state: WalkState; end: LinkEnd; act: Act }) {
  const t = useWords()
  const [isAsked, setAsked] = useState(false)
  const kept = shots.filter(({ state }) => state === 'kept').length
  const plate = walk.capture?.vehicle?.plate
  const { title, text } = describeEnd(t, end)
  const isFinished = end.code === 'capture_finished'
  return (
    <div class="screen">
      <main class="end">
        <span class="stamp">
          <Icon name="clock" />
        </span>
        <Heading>{title}</Heading>
        <p class="quiet">{text}</p>
        {kept > 0 ? (
          <ul class="card facts">
            <Fact
              icon="shield"
              look="good"
              title={t('end.kept', { count: kept })}
              text={t(isFinished ? 'end.finishedText' : 'end.keptMore')}
            />
          </ul>
        ) : null}
        {plate ? (
          <dl class="card table">
            <div>
              <dt>{t('done.car')}</dt>
              <dd>{plate}</dd>
            </div>
          </dl>
        ) : null}
      </main>
      <footer>
        <Button look="main" icon="again" onClick={act.tryNow}>
          {t('tryAgain')}
        </Button>
        {kept > 0 ? (
          <Button look="danger" icon="trash" onClick={() => (isAsked ? act.deleteKept() : setAsked(true))}>
            {t(isAsked ? 'end.deleteSure' : 'end.delete')}
          </Button>
        ) : null}
      </footer>
    </div>
  )
}

function describeEnd(t: Speak, { code, expiresAt, usesMax }: LinkEnd): { title: string; text: string } {
  if (code === 'capture_link_expired') {
    const when = new Intl.DateTimeFormat(localeOf(t.language), { dateStyle: 'medium', timeStyle: 'short' })
    const title = expiresAt
      ? t('end.expired', { date: when.format(new Date(expiresAt)) })
      : t('end.expiredPlain')
    return { title, text: t('end.ask') }
  }
  if (code === 'capture_link_revoked') return { title: t('end.revoked'), text: t('end.ask') }
  if (code === 'capture_link_used_up')
    return usesMax === 1
      ? { title: t('end.usedUp'), text: t('end.usedUpText') }
      : { title: t('end.usedUpMany'), text: t('end.ask') }
  if (code === 'capture_finished') return { title: t('end.finished'), text: t('end.ask') }
  return { title: t('end.unknown'), text: t('end.unknownText') }
}
