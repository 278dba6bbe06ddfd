import { Link } from '@tanstack/react-router'
import { CircleAlert, LoaderCircle, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { buttonLook } from '../look/button-look.ts'
import { ProgressBar } from '../look/progress-bar.tsx'
import { useDateTime } from '../look/use-date-time.ts'
import { useLabels } from '../look/use-labels.ts'
import { useCompare } from './compare-context.ts'
import { useChanges, useCompareAnew } from './use-compare-anew.ts'
import { VerdictGlyph } from './verdict-mark.tsx'

function Middle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="m-auto flex w-full max-w-xl flex-col gap-3 px-2 py-10">
      <h2 className="font-bold text-xl">{title}</h2>
      {children}
    </div>
  )
}

const table = 'divide-y divide-line rounded-panel border border-line bg-panel'
const row = 'flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5'

export function Running() {
  const { t } = useTranslation('compare')
  const { compared, earlier, later } = useCompare()
  const dateTime = useDateTime()
  return (
    <Middle title={t('running.title')}>
      <ProgressBar label={t('running.title')} share={compared.progress / 100} />
      <p className="text-quiet">{t('running.text')}</p>
      <dl className={table}>
        <div className={row}>
          <dt className="w-24 text-quiet">{t('side.earlier')}</dt>
          <dd>{t('running.pictures', { count: earlier.pictures.length })}</dd>
          <dd className="ms-auto text-quiet">{earlier.createdAt ? dateTime(earlier.createdAt) : ''}</dd>
        </div>
        <div className={row}>
          <dt className="w-24 text-quiet">{t('side.later')}</dt>
          <dd>{t('running.pictures', { count: later.pictures.length })}</dd>
          <dd className="ms-auto text-quiet">{later.createdAt ? dateTime(later.createdAt) : ''}</dd>
        </div>
      </dl>
      <p className="text-quiet text-sm">
        {compared.isStartedByReturn
          ? t('running.by_itself', { time: dateTime(compared.createdAt) })
          : t('running.by_person', { person: compared.createdBy, time: dateTime(compared.createdAt) })}
      </p>
    </Middle>
  )
}

/** While it is made anew, what was decided stays in sight. */
export function RunningBar() {
  const { t } = useTranslation('compare')
  const { compared } = useCompare()
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-panel border border-line bg-panel px-4 py-2"
    >
      <LoaderCircle aria-hidden className="size-4 text-accent motion-safe:animate-spin" />
      <span className="font-medium">{t('running.anew')}</span>
      <ProgressBar label={t('running.title')} share={compared.progress / 100} className="flex-1" />
    </div>
  )
}

export function OutdatedBar() {
  const { t } = useTranslation('compare')
  const { compared, canEdit, earlier, later } = useCompare()
  const dateTime = useDateTime()
  const changes = useChanges()
  const anew = useCompareAnew()
  const gone = earlier.isGone ? 'earlier' : later.isGone ? 'later' : null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel bg-minor px-4 py-2 text-on-minor">
      <RefreshCw aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-semibold">
          {gone ? t(`outdated.gone_${gone}`) : t('outdated.title')}
          {changes ? ` ${changes}` : ''}
        </span>{' '}
        {gone
          ? t('outdated.gone_text')
          : t('outdated.text', { time: compared.doneAt ? dateTime(compared.doneAt) : '' })}
      </p>
      {canEdit && !gone ? (
        <Button
          className="border-transparent max-lg:min-h-[44px]"
          disabled={anew.isPending}
          onClick={() => anew.mutate()}
        >
          {t('outdated.anew')}
        </Button>
      ) : null}
    </div>
  )
}

export function Failed() {
  const { t } = useTranslation('compare')
  const { compared, canEdit, later, earlier } = useCompare()
  const anew = useCompareAnew()
  const identity = compared.signals.find(({ signal }) => signal === 'identity_differs')
  return (
    <Middle title={t(identity ? 'failed.other_vehicle' : 'failed.title')}>
      <p className="text-quiet">{t(identity ? 'failed.other_vehicle_text' : 'failed.text')}</p>
      {identity ? (
        <dl className={table}>
          {(['earlier', 'later'] as const).map((side) => (
            <div key={side} className={row}>
              <dt className="w-24 text-quiet">{t(`side.${side}`)}</dt>
              <dd className="font-medium">{String(identity.values[side] ?? '–')}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {compared.error ? (
        <p className="flex items-start gap-2 rounded-panel border border-line bg-panel px-4 py-2.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          {compared.error}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Link
          to="/inspections/$inspectionId/vehicle"
          params={{ inspectionId: later.isGone ? earlier.id : later.id }}
          className={buttonLook({ kind: 'main', touch: 'lg' })}
        >
          {t('failed.choose')}
        </Link>
        {canEdit ? (
          <Button touch="lg" disabled={anew.isPending} onClick={() => anew.mutate()}>
            {t('failed.again')}
          </Button>
        ) : null}
      </div>
    </Middle>
  )
}

/** Nothing new is said of the panels that both sides show, and of no other. */
export function NothingNew() {
  const { t } = useTranslation('compare')
  const labels = useLabels()
  const { compared, counts, actions } = useCompare()
  const { compared: both, notSeenBefore, notSeenNow } = compared.panels
  const unseen = [...new Set([...notSeenBefore, ...notSeenNow])]
  const share = both.length / Math.max(both.length + unseen.length, 1)
  const parts = (verdict: 'unchanged' | 'repaired') => [
    ...new Set(
      compared.places
        .filter((place) => place.verdict === verdict && place.isDamage)
        .flatMap(({ partType }) => (partType ? labels.parts[partType] : [])),
    ),
  ]
  return (
    <Middle title={t(both.length > 0 ? 'nothing.title' : 'nothing.unseen')}>
      <p className="text-quiet">
        {t('nothing.both', { count: both.length })}{' '}
        {unseen.length > 0 ? t('nothing.one', { count: unseen.length }) : ''}
      </p>
      <div className="flex h-2 overflow-hidden rounded-full bg-[repeating-linear-gradient(-45deg,transparent_0_4px,var(--quiet)_4px_6px)]">
        <span className="bg-good" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="flex flex-wrap gap-x-4 text-quiet text-sm">
        <span>{t('nothing.seen_both', { count: both.length })}</span>
        <span>{t('nothing.seen_one', { count: unseen.length })}</span>
      </p>
      {counts.unchanged + counts.repaired > 0 ? (
        <ul className={table}>
          {(['unchanged', 'repaired'] as const)
            .filter((verdict) => counts[verdict] > 0)
            .map((verdict) => (
              <li key={verdict}>
                <button
                  type="button"
                  className={`${row} w-full text-start hover:bg-raised max-lg:min-h-[44px]`}
                  onClick={() =>
                    actions.choose(compared.places.find((place) => place.verdict === verdict)?.number ?? null)
                  }
                >
                  <VerdictGlyph verdict={verdict} />
                  <span className="font-medium">{t(`count.${verdict}`, { count: counts[verdict] })}</span>
                  <span className="ms-auto min-w-0 truncate text-quiet">{parts(verdict).join(', ')}</span>
                </button>
              </li>
            ))}
        </ul>
      ) : null}
      {unseen.length > 0 ? (
        <details>
          <summary className="min-h-6 cursor-pointer py-1 font-medium">
            {t('nothing.see', { count: unseen.length })}
          </summary>
          <ul className="mt-1 flex flex-col gap-1 text-quiet">
            {unseen.map((part) => (
              <li key={part}>
                {labels.parts[part]}:{' '}
                {t(
                  notSeenBefore.includes(part)
                    ? notSeenNow.includes(part)
                      ? 'nothing.neither'
                      : 'nothing.not_before'
                    : 'nothing.not_now',
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Middle>
  )
}
