import { Icon, type IconName } from '../look/icon.tsx'
import { Button, Fact, Heading, Screen } from '../look/parts.tsx'
import { Photo } from '../look/photo.tsx'
import { Ring } from '../look/ring.tsx'
import type { Act } from '../walk/actions.ts'
import {
  countPhotos,
  damagesOf,
  listAgain,
  type Place,
  type PlaceState,
  progressOf,
  type StepProgress,
} from '../walk/progress.ts'
import { readingsOf } from '../walk/readings.ts'
import type { WalkState } from '../walk/store.ts'
import { placeName, sightName } from '../words/sight-name.ts'
import { type Speak, useWords } from '../words/words.ts'

const ICONS: Record<PlaceState, IconName> = {
  missing: 'plus',
  kept: 'phone',
  checking: 'cloud',
  good: 'check',
  again: 'warn',
}

function whyAgain(t: Speak, { refusal, reasons, issue }: Omit<Place, 'state'>): string {
  if (refusal) return t('verdict.refused')
  return reasons[0]?.howToFix ?? (issue ? t(`verdict.${issue}Chip`) : '')
}

export function Summary({ state: { walk, shots }, act }: { state: WalkState; act: Act }) {
  const t = useWords()
  const progress = progressOf(walk, shots)
  const damages = damagesOf(walk, shots)
  const { taken, total, sent, safe } = countPhotos(walk, shots)
  const again = listAgain(walk, shots)
  const missing = progress.filter(({ state, step }) => state === 'missing' && step.isRequired)
  const mayFinish = progress.length > 0 && progress.every(({ mayNotFinish }) => !mayNotFinish)
  const readings = readingsOf(walk, shots)
  const isAsked = readings.some(({ said, value }) => value !== null && said === null)
  const finish = () => (isAsked ? act.show({ name: 'readings' }) : act.finish())
  const open = (one: StepProgress) =>
    act.show(
      one.state === 'again'
        ? { name: 'verdict', place: one.step.step }
        : { name: 'camera', step: one.step.step },
    )
  const damagesMax = walk.capture?.damagesMax ?? 0
  return (
    <Screen
      title={t('summary.title')}
      onBack={() => act.show({ name: 'camera' })}
      actions={
        <>
          <Button look="main" onClick={finish} disabled={!mayFinish}>
            {t('summary.finish')}
          </Button>
          <p class="tiny quiet">{t(mayFinish ? 'summary.finishMore' : 'summary.needed')}</p>
        </>
      }
    >
      <div class="head">
        <Ring progress={progress} />
        <div>
          <Heading>{t('summary.taken', { taken, total })}</Heading>
          <p class="quiet">
            {missing.length > 0
              ? t('summary.missing', { count: missing.length })
              : again.length > 0
                ? t('summary.better', { count: again.length })
                : t('summary.complete')}
          </p>
        </div>
      </div>
      {walk.refusedFor.length > 0 ? <p class="card warn">{t('summary.refused')}</p> : null}
      {again.map(({ place, ...one }) => (
        <div key={place} class="card warn row">
          <Photo shot={one.shot} name="" />
          <span class="grow">
            <b>{placeName(t, place)}</b>
            <small>{whyAgain(t, one)}</small>
          </span>
          <Button onClick={() => act.show({ name: 'verdict', place })}>{t('summary.retake')}</Button>
        </div>
      ))}
      <section aria-label={t('summary.photos')}>
        <ul class="grid">
          {progress.map((one) => {
            const name = sightName(t, one.step.step)
            const isOptional = one.state === 'missing' && !one.step.isRequired
            return (
              <li key={one.step.step}>
                <button type="button" class={`tile ${one.state}`} onClick={() => open(one)}>
                  <Photo shot={one.shot} name="" />
                  <span class="tile-name">{name}</span>
                  <span class="hidden">, {t(isOptional ? 'state.optional' : `state.${one.state}`)}</span>
                  <span class="badge">
                    <Icon name={ICONS[one.state]} />
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </section>
      <ul class="card facts">
        {damages.length > 0 ? (
          <Fact
            title={t('summary.damages', { count: damages.length })}
            text={damages.map(({ note }) => note).join(' · ')}
            icon="pin"
          />
        ) : null}
        <Fact
          icon="cloud"
          look={sent === safe ? 'good' : ''}
          title={`${t('safe', { count: safe })} · ${t('sent', { count: sent })}`}
        />
      </ul>
      {readings.length > 0 ? (
        <Button icon="eye" onClick={() => act.show({ name: 'readings' })}>
          {t('readings.title')}
        </Button>
      ) : null}
      {damagesMax > damages.length ? (
        <Button icon="plus" onClick={() => act.show({ name: 'damage' })}>
          {t('damage.none')}
        </Button>
      ) : null}
    </Screen>
  )
}
