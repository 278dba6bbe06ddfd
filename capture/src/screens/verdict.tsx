import { viewOfRetake, viewPast } from '../camera/target.ts'
import { Icon } from '../look/icon.tsx'
import { Button, Heading, Screen } from '../look/parts.tsx'
import { Photo } from '../look/photo.tsx'
import type { Act } from '../walk/actions.ts'
import { findDamage, type Place, progressOf } from '../walk/progress.ts'
import type { WalkState } from '../walk/store.ts'
import { placeName } from '../words/sight-name.ts'
import { useWords } from '../words/words.ts'

const NOTHING: Place = { state: 'missing', shot: null, reasons: [], issue: null, refusal: null }

/** Why a photo should be taken again, and how to do better. The person decides. */
export function Verdict({ state, place, act }: { state: WalkState; place: string; act: Act }) {
  const t = useWords()
  const { walk, shots } = state
  const step = progressOf(walk, shots).find((one) => one.step.step === place)
  const ofDamage = findDamage(walk, shots, place)
  const judged = step ?? ofDamage?.damage[ofDamage.shot] ?? NOTHING
  const { shot, reasons, refusal } = judged
  const issue = reasons.length > 0 ? null : judged.issue
  const sight = placeName(t, place)
  const [first] = reasons
  const title = refusal
    ? t('verdict.refused')
    : issue
      ? t(`verdict.${issue}`)
      : first
        ? `${first.text}: ${t('verdict.service').toLocaleLowerCase(t.language)}`
        : t('verdict.service')
  // The service refuses to finish with a photo that must pass: to keep it would be a dead end.
  const mayKeep = shot !== null && !refusal && !(step?.step.mustPass && reasons.length > 0)
  return (
    <Screen
      title={sight}
      onBack={act.back}
      actions={
        <>
          <Button look="main" icon="camera" onClick={() => act.show(viewOfRetake(place, state))}>
            {t('verdict.take')}
          </Button>
          <div class="pair">
            <Button look="ghost" onClick={() => act.show(viewPast(place, state))}>
              {t('verdict.later')}
            </Button>
            {mayKeep ? (
              <Button look="ghost" onClick={() => act.accept(shot)}>
                {t('verdict.keep')}
              </Button>
            ) : null}
          </div>
        </>
      }
    >
      <figure class="verdict-photo">
        <Photo shot={shot} name={t('verdict.photo', { sight })} />
        <figcaption class="pill wait">
          <Icon name="warn" />
          {issue ? t(`verdict.${issue}Chip`) : (first?.text ?? t('verdict.service'))}
        </figcaption>
      </figure>
      <Heading>{title}</Heading>
      {refusal ? <p class="quiet">{t('verdict.refusedText')}</p> : null}
      {issue ? <p class="quiet">{t(`verdict.${issue}Text`)}</p> : null}
      {reasons.map(({ issue, text, howToFix }) => (
        <p key={issue} class="quiet">
          {reasons.length > 1 ? <b>{text}. </b> : null}
          {howToFix}
        </p>
      ))}
      {step?.step.mustPass && reasons.length > 0 ? <p>{t('verdict.mustPass')}</p> : null}
    </Screen>
  )
}
