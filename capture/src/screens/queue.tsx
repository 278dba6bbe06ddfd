import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../look/icon.tsx'
import { Button, Fact, Heading } from '../look/parts.tsx'
import { Ring } from '../look/ring.tsx'
import type { Act } from '../walk/actions.ts'
import { countPhotos, progressOf } from '../walk/progress.ts'
import type { WalkState } from '../walk/store.ts'
import { useWords } from '../words/words.ts'

/** The walk is finished here, and photos are still on their way. */
export function Queue({ state, act }: { state: WalkState; act: Act }) {
  const t = useWords()
  const { walk, shots, status, isLeading } = state
  const { safe, sent, waiting } = countPhotos(walk, shots)
  const seconds = useSecondsUntil(status.nextTryAtMs)
  const plate = walk.capture?.vehicle?.plate
  const isChecking = walk.capture?.steps.some((step) => step.mustPass && step.verdict === 'checking')
  const says = () => {
    if (waiting > 0) return t(status.waitsFor ? 'queue.text' : 'queue.sending', { sent, waiting })
    return t(isChecking ? 'queue.checking' : 'queue.finishing')
  }
  return (
    <div class="screen">
      <header class="bar brand">
        <span class="disc">
          <Icon name="car" />
        </span>
        <b>{plate}</b>
        {status.waitsFor ? (
          <span class="chip warn">
            <Icon name="noSignal" />
            {t(status.waitsFor === 'signal' ? 'queue.noSignal' : 'queue.service')}
          </span>
        ) : null}
      </header>
      <main>
        <div class="hero">
          <Ring progress={progressOf(walk, shots)} />
        </div>
        <Heading>
          {waiting > 0 ? t('queue.title', { count: safe }) : t('queue.allSent', { count: sent })}
        </Heading>
        <p class="quiet" role="status">
          {says()}
        </p>
        <div class="card">
          <progress value={sent} max={Math.max(safe, 1)} aria-label={t('sent', { count: sent })} />
          <p class="row between">
            <span>
              <b>{sent}</b> {t('queue.arrived')}
            </span>
            <span>
              <b>{waiting}</b> {t('queue.here')}
            </span>
          </p>
        </div>
        <ul class="card facts">
          <Fact icon="check" look="good" title={t('queue.lock')} text={t('queue.lockMore')} />
          <Fact icon="clock" look="warn" title={t('queue.reopen')} text={t('queue.reopenMore')} />
        </ul>
      </main>
      <footer>
        <Button look="main" icon="again" onClick={act.tryNow}>
          {t('queue.now')}
        </Button>
        <p class="tiny quiet">
          {isLeading ? (seconds === null ? '' : t('queue.next', { count: seconds })) : t('queue.otherTab')}
        </p>
      </footer>
    </div>
  )
}

function useSecondsUntil(atMs: number | null): number | null {
  const [nowMs, setNowMs] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return atMs === null ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}
