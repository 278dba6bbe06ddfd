import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusals } from '../edits/use-refusals.ts'
import { Button } from '../look/button.tsx'
import { useLabels } from '../look/use-labels.ts'
import { useKeys } from '../review/keys/use-keys.ts'
import { useIsWide } from '../review/use-is-wide.ts'
import { CompareBar } from './compare-bar.tsx'
import { useCompare, useQueue, useScreen } from './compare-context.ts'
import { isOpen } from './compare-model.ts'
import { Decide } from './decide.tsx'
import { Answer } from './panel/answer.tsx'
import { PlaceList } from './panel/place-list.tsx'
import { PhoneSheet } from './phone-sheet.tsx'
import { Captions } from './stage/captions.tsx'
import { PairStage } from './stage/pair-stage.tsx'
import { ViewBar } from './stage/view-bar.tsx'
import { Failed, NothingNew, OutdatedBar, Running, RunningBar } from './states.tsx'
import { useBlink } from './use-blink.ts'
import { useCompareKeys } from './use-compare-keys.ts'
import { PlaceNumber, VerdictChip } from './verdict-mark.tsx'
import { Why } from './why.tsx'

const Where = lazy(() => import('./panel/where.tsx'))
const PlaceConflict = lazy(() => import('./place-conflict.tsx'))
const Dialogs = lazy(() => import('./dialogs/dialogs.tsx'))

export function CompareScreen() {
  const scope = useCompare()
  const { compared, place, queue } = scope
  const areLettersOff = useScreen((state) => state.areLettersOff)
  const dialog = useScreen((state) => state.dialog)
  const keys = useCompareKeys(scope)
  const isWide = useIsWide()
  useKeys(keys, areLettersOff)
  useBlink()
  useRefusals(queue)
  useAskedReason()
  const isRunning = compared.status === 'IN_PROGRESS'
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-3 lg:h-[calc(100dvh-3.25rem)] lg:flex-none">
      <CompareBar />
      <ConflictBar />
      {compared.isOutdated && !isRunning ? <OutdatedBar /> : null}
      {isRunning && compared.places.length > 0 ? <RunningBar /> : null}
      {compared.status === 'ERROR' ? (
        <Failed />
      ) : isRunning && compared.places.length === 0 ? (
        <Running />
      ) : (
        <div className="flex min-h-0 flex-1 gap-3 max-lg:flex-col">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
            {place ? isWide ? <PlaceDesk /> : <PlacePhone /> : <NothingNew />}
          </div>
          <Panel isWide={isWide} />
        </div>
      )}
      {dialog ? (
        <Suspense>
          <Dialogs keys={keys} />
        </Suspense>
      ) : null}
    </div>
  )
}

function ConflictBar() {
  const conflict = useQueue((state) => state.conflict)
  if (!conflict) return null
  return (
    <Suspense>
      <PlaceConflict key={conflict.waiting.key} conflict={conflict} />
    </Suspense>
  )
}

function Panel({ isWide }: { isWide: boolean }) {
  const { t } = useTranslation('compare')
  const { compared, place } = useCompare()
  const where = (
    <Suspense fallback={<div className="h-64 rounded-panel bg-raised" />}>
      <Where />
    </Suspense>
  )
  if (isWide)
    return (
      <aside
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('panel')}
        className="flex w-88 shrink-0 flex-col gap-3 overflow-y-auto"
      >
        <Answer />
        {where}
        <PlaceList />
      </aside>
    )
  if (!place)
    return compared.places.length > 0 ? (
      <>
        {where}
        <PlaceList />
      </>
    ) : null
  return (
    <PhoneSheet>
      <div className="flex flex-col gap-3">
        <Answer />
        {where}
        <PlaceList />
      </div>
    </PhoneSheet>
  )
}

function PlaceDesk() {
  return (
    <>
      <section className="flex min-h-72 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-panel">
        <PlaceHead />
        <PairStage className="flex-1" />
        <Captions />
        <ViewBar />
      </section>
      <section className="grid shrink-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)] divide-x divide-line rounded-panel border border-line bg-panel rtl:divide-x-reverse">
        <Why />
        <Decide />
      </section>
    </>
  )
}

/** The answers are in the sheet below. */
function PlacePhone() {
  return (
    <section className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-panel">
      <PairStage className="min-h-72 flex-1" />
      <Captions />
      <ViewBar />
    </section>
  )
}

function PlaceHead() {
  const { t, i18n } = useTranslation('compare')
  const labels = useLabels()
  const { compared, place, actions } = useCompare()
  if (!place) return null
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const at = compared.places.findIndex(({ id }) => id === place.id) + 1
  const length = place.pairs[0]?.later?.lengthMm ?? place.pairs[0]?.earlier?.lengthMm
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const size = length ? t('stage.cm', { size: number.format(length / 10) }) : null
  const type = place.damageType ? labels.damage_types[place.damageType] : t('place.type_unknown')
  const state = isOpen(place) ? 'open' : place.isDamage ? 'decided' : 'rejected'
  const isCertain = place.proposedVerdict !== 'uncertain' && place.proposedVerdict !== 'not_comparable'
  return (
    <div className="flex min-h-12 items-center gap-2.5 px-3.5">
      <PlaceNumber number={place.number} state={state} isChosen />
      <h2 className="truncate font-semibold text-base">
        {place.partType ? labels.parts[place.partType] : t('place.part_unknown')}
      </h2>
      <span className="text-quiet">{[type, size].filter(Boolean).join(', ')}</span>
      <VerdictChip verdict={place.verdict} />
      <span className="truncate text-quiet text-sm">
        {state === 'open'
          ? t(isCertain ? 'state.certain' : 'state.open', { share: percent.format(place.certainty) })
          : t(`state.${state}`)}
      </span>
      <span className="ms-auto flex shrink-0 items-center gap-1 text-quiet">
        {t('place.of', { number: at, count: compared.places.length })}
        <Button
          kind="ghost"
          className="px-0"
          aria-label={t('keys.previous')}
          onClick={() => actions.step(-1)}
        >
          <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
        </Button>
        <Button kind="ghost" className="px-0" aria-label={t('keys.next')} onClick={() => actions.step(1)}>
          <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
        </Button>
      </span>
    </div>
  )
}

/** An undo that charges a place again asks for the reason where nobody knows it any more. */
function useAskedReason(): void {
  const { actions } = useCompare()
  const [openedAt] = useState(Date.now)
  const asked = useQueue(({ spoken }) =>
    spoken?.way === 'undo' && spoken.edit.isReasonAsked && spoken.at >= openedAt ? spoken : null,
  )
  const ask = useEffectEvent((placeId: string) => actions.askReason(placeId))
  useEffect(() => {
    if (asked) ask(asked.edit.placeId)
  }, [asked])
}
