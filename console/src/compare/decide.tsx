import { Check, Lock, Pencil, RotateCcw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ME } from '../edits/edit-target.ts'
import { Button } from '../look/button.tsx'
import { classes } from '../look/class-names.ts'
import { useDateTime } from '../look/use-date-time.ts'
import { useSession } from '../session/session.ts'
import { Charge } from './charge.tsx'
import { useCompare, useScreen } from './compare-context.ts'
import { isOpen } from './compare-model.ts'
import { AskReason, NoteField } from './inline-forms.tsx'
import { VerdictChip, VerdictGlyph } from './verdict-mark.tsx'
import { VERDICT_KEYS } from './verdicts.ts'

const kbd = 'rounded border border-current/40 px-1 font-sans text-xs max-xl:hidden'

/** What a person says of the place. */
export function Decide() {
  const { t } = useTranslation('compare')
  const { place, canEdit } = useCompare()
  const asked = useScreen((state) => state.asked)
  const isNoting = useScreen((state) => state.isNoting)
  if (!place) return null
  return (
    <section aria-label={t('decide.title')} className="flex min-w-0 flex-col gap-3 p-4">
      <h2 className="font-semibold">{t('decide.title')}</h2>
      {canEdit ? <Verdicts /> : <ReadOnly />}
      <Decided />
      {canEdit && asked ? <AskReason key={asked} asked={asked} /> : null}
      {canEdit && isNoting ? <NoteField key={place.id} /> : null}
      {asked || isNoting ? null : (
        <>
          <Charge />
          {place.note ? <p className="text-quiet text-sm">{t('decide.note', { note: place.note })}</p> : null}
          {canEdit ? <Answers className="mt-auto" /> : null}
        </>
      )}
    </section>
  )
}

function Verdicts() {
  const { t } = useTranslation('compare')
  const { place, actions } = useCompare()
  const asked = useScreen((state) => state.asked)
  if (!place) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no field of a form
    <div role="group" aria-label={t('decide.title')} className="grid grid-cols-2 gap-2 xl:grid-cols-3">
      {VERDICT_KEYS.map((verdict, n) => {
        const isOn = asked ? asked === verdict : place.verdict === verdict
        return (
          <Button
            key={verdict}
            aria-pressed={isOn}
            title={t(`meaning.${verdict}`)}
            disabled={!place.isDamage}
            onClick={() => actions.answer(verdict)}
            className={classes(
              'justify-start gap-2 px-2.5 text-sm max-lg:min-h-[44px]',
              isOn && 'border-accent bg-chosen',
            )}
          >
            <VerdictGlyph verdict={verdict} />
            <span className="truncate">{t(`verdict.${verdict}`)}</span>
            <span aria-hidden className="ms-auto font-normal text-quiet max-xl:hidden">
              {n + 1}
            </span>
          </Button>
        )
      })}
    </div>
  )
}

function ReadOnly() {
  const { t } = useTranslation('compare')
  const { place } = useCompare()
  if (!place) return null
  return (
    <p className="flex flex-wrap items-center gap-2">
      <VerdictChip verdict={place.verdict} />
      <span className="inline-flex items-center gap-1 text-quiet text-sm">
        <Lock aria-hidden className="size-4" />
        {t('decide.read_only')}
      </span>
    </p>
  )
}

/** Who decided, when and why. */
function Decided() {
  const { t } = useTranslation('compare')
  const dateTime = useDateTime()
  const { place, canEdit, actions } = useCompare()
  const me = useSession((session) => session.person?.subject ?? '')
  if (!place?.isDamage)
    return (
      <p className="flex flex-wrap items-center gap-2 text-quiet text-sm">
        {t('decide.rejected')}
        {canEdit ? (
          <Button size="small" onClick={actions.restore}>
            <RotateCcw aria-hidden className="size-3.5" />
            {t('keys.restore')}
          </Button>
        ) : null}
      </p>
    )
  const { decision, proposedVerdict } = place
  if (!decision) return null
  const isOther = decision.verdict !== proposedVerdict
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-sm">
      <span>
        {t(isOther ? 'decide.changed' : 'decide.agreed', {
          person: decision.decidedBy === ME ? me : decision.decidedBy,
          time: dateTime(decision.decidedAt),
          verdict: t(`verdict.${proposedVerdict}`),
        })}
        {decision.reason ? ` ${t('decide.because', { reason: decision.reason })}` : ''}
      </span>
      {canEdit ? (
        <Button size="small" kind="ghost" onClick={actions.reopen}>
          <RotateCcw aria-hidden className="size-3.5" />
          {t('decide.reopen')}
        </Button>
      ) : null}
    </p>
  )
}

export function Answers({ className }: { className?: string }) {
  const { t } = useTranslation('compare')
  const { place, actions, screen, compared } = useCompare()
  if (!place) return null
  const touch = 'max-lg:min-h-[44px]'
  const hasOpen = compared.places.some(isOpen)
  return (
    <div className={classes('flex gap-2', className)}>
      {isOpen(place) || hasOpen ? (
        <Button kind="main" className={classes('flex-1', touch)} onClick={actions.agree}>
          {isOpen(place) ? <Check aria-hidden className="size-4" /> : null}
          {isOpen(place)
            ? t('decide.agree', { verdict: t(`verdict.${place.verdict}`) })
            : t('decide.next_open')}
          <kbd className={kbd}>A</kbd>
        </Button>
      ) : null}
      {place.isDamage ? (
        <Button className={touch} onClick={actions.reject}>
          <X aria-hidden className="size-4 xl:hidden" />
          <span className="max-xl:sr-only">{t('decide.not_a_damage')}</span>
          <kbd className={kbd}>X</kbd>
        </Button>
      ) : null}
      <Button
        className={classes('max-lg:min-w-[44px]', touch)}
        aria-label={t('keys.note')}
        onClick={() => screen.setState({ isNoting: true, asked: null })}
      >
        <Pencil aria-hidden className="size-4" />
        <kbd className={kbd}>N</kbd>
      </Button>
    </div>
  )
}
