import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveState, UndoButtons } from '../../edits/save-state.tsx'
import { Button } from '../../look/button.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { AnalysisNote } from '../../review/analysis-note.tsx'
import { useLetters } from '../../review/keys/own-keys.ts'
import { useEditScope, useEdits } from '../../review/review-context.ts'
import { useIsWide } from '../../review/use-is-wide.ts'
import { useMay } from '../use-may.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { DamageCards } from './damage-cards.tsx'
import { type Asked, DamageContext, type DamageScope, damageEditsOf } from './damage-context.ts'
import { DamageTable } from './damage-table.tsx'
import { Filters } from './filters.tsx'
import { PartEstimate } from './part-estimate.tsx'
import { focusRow, rowOf, showRow } from './row-focus.ts'
import { shownFindings } from './sort-findings.ts'
import { useTableKeys } from './use-table-keys.ts'

const loadDialogs = () => import('./damage-dialogs.tsx')
const DamageDialogs = lazy(loadDialogs)

/** All damages as rows: everything the picture offers, for who cannot use a picture. */
export function Damages() {
  const { t } = useTranslation('damages')
  const { review, queue } = useEditScope()
  const search = useSearch({ from: '/inspections/$inspectionId/damages' })
  const labels = useLabels()
  const isWide = useIsWide()
  const letters = useLetters()
  const mayWrite = useMay('write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, ask] = useState<Asked | null>(null)
  const [currentId, setCurrentId] = useState<string | null>(search.damage ?? null)
  const made = useEdits((state) => state.made)
  const shown = useMemo(() => shownFindings(review.findings, search, labels), [review, search, labels])
  const known = (currentId && made[currentId]?.damageId) ?? currentId
  const current = shown.find((one) => one.id === known) ?? null
  const scope = useMemo<DamageScope>(
    () => ({
      mayWrite,
      currency: review.currency,
      chosen,
      choose: (ids, isChosen) =>
        setChosen((before) => {
          const others = [...before].filter((id) => !ids.includes(id))
          return new Set(isChosen ? [...others, ...ids] : others)
        }),
      ask,
      edits: damageEditsOf(queue, ask),
    }),
    [mayWrite, review.currency, chosen, queue],
  )
  // Fetched ahead: a key must also work where the connection is gone by then.
  useEffect(() => void loadDialogs(), [])
  useTableKeys({ shown, current, scope })
  useKeptFocus(current?.id ?? null)
  return (
    <DamageContext value={scope}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-lg">{t('title')}</h2>
        {mayWrite ? <SaveState queue={queue} /> : null}
        {mayWrite ? (
          <div className="ms-auto flex gap-2">
            <UndoButtons queue={queue} />
            <Button kind="main" touch="lg" onClick={() => ask({ what: 'new' })}>
              <Plus aria-hidden className="size-4" />
              {t('add.action')}
            </Button>
          </div>
        ) : null}
      </div>
      <Filters search={search} />
      <AnalysisNote review={review} mayStart={mayWrite} />
      {shown.length === 0 ? (
        <p className="rounded-panel border border-line bg-panel p-8 text-center text-quiet">
          {review.findings.length === 0 ? t(mayWrite ? 'none' : 'none_to_read') : t('none_found')}
        </p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: only listens to where the focus goes
        <div
          onFocus={(event) => setCurrentId(rowOf(event.target) ?? currentId)}
          // The bar for what is chosen must not cover what has the focus.
          className="grid grid-cols-1 gap-2 [&_:is(a,button,input)]:scroll-mb-24"
        >
          {isWide ? <DamageTable findings={shown} search={search} /> : <DamageCards findings={shown} />}
          <p className="text-quiet text-sm">
            {t('of_part')} {mayWrite && isWide ? t('keys', letters) : ''}
          </p>
        </div>
      )}
      <ChosenBar chosen={review.findings.filter(({ id }) => chosen.has(id))} />
      <PartEstimate />
      {asked ? (
        <Suspense>
          <DamageDialogs
            asked={asked}
            onClose={() => ask(null)}
            onAdded={(id) => {
              setCurrentId(id)
              requestAnimationFrame(() => focusRow(id))
            }}
          />
        </Suspense>
      ) : null}
    </DamageContext>
  )
}

/** A row that moves, or whose button goes away, takes the focus with it: the keyboard must not begin anew. */
function useKeptFocus(id: string | null): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (id && isLost) focusRow(id)
    if (id && isFirst.current) showRow(id)
    isFirst.current = false
  })
}
