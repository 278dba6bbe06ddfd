import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictBar } from './conflict-bar.tsx'
import { useOwnKeys } from './keys/own-keys.ts'
import { useKeys } from './keys/use-keys.ts'
import { Panel } from './panel/panel.tsx'
import { NoPictures } from './picture/no-pictures.tsx'
import { Stage } from './picture/stage.tsx'
import { Thumbnails } from './picture/thumbnails.tsx'
import { useDecodedAhead } from './picture/use-decoded-ahead.ts'
import type { StageControl } from './picture/use-zoom.ts'
import { ReviewBar } from './review-bar.tsx'
import { useReviewScope, useScreen } from './review-context.ts'
import { Speaker } from './speaker.tsx'
import { useIsWide } from './use-is-wide.ts'
import { useReviewKeys } from './use-review-keys.ts'

// On a phone only.
const BottomSheet = lazy(async () => ({ default: (await import('./bottom-sheet.tsx')).BottomSheet }))
const Dialogs = lazy(() => import('./dialogs/dialogs.tsx'))

export function ReviewScreen({ startZoom }: { startZoom: number }) {
  const { t } = useTranslation('review')
  const scope = useReviewScope()
  const { review, picture, screen } = scope
  const areLettersOff = useScreen((state) => state.areLettersOff)
  const stage = useRef<StageControl>(null)
  const control = useMemo<StageControl>(
    () => ({
      zoomBy: (factor) => stage.current?.zoomBy(factor),
      panBy: (dx, dy) => stage.current?.panBy(dx, dy),
      fit: () => stage.current?.fit(),
    }),
    [],
  )
  const keys = useOwnKeys(useReviewKeys(scope, control))
  useKeys(keys, areLettersOff)
  useDecodedAhead(review.pictures, picture)
  useEffect(() => {
    const show = () => screen.setState({ isBare: false })
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'b') show()
    }
    addEventListener('keyup', onKeyUp)
    // A key that is let go in another window is never heard of.
    addEventListener('blur', show)
    return () => {
      removeEventListener('keyup', onKeyUp)
      removeEventListener('blur', show)
    }
  }, [screen])
  const isWide = useIsWide()
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-3 max-lg:pb-[calc(156px+env(safe-area-inset-bottom))] lg:h-[calc(100dvh-3.25rem)] lg:flex-none">
      <ReviewBar />
      <ConflictBar />
      <div className="flex flex-1 gap-3 max-lg:flex-col lg:min-h-0">
        {isWide ? <Thumbnails className="flex w-24 shrink-0 flex-col gap-2 overflow-y-auto" /> : null}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:min-h-72">
          {picture ? (
            <Stage key={picture.id} picture={picture} startZoom={startZoom} control={stage} />
          ) : (
            <NoPictures />
          )}
        </div>
        {isWide ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <aside aria-label={t('panel')} tabIndex={0} className="w-88 shrink-0 overflow-y-auto xl:w-96">
            <Panel />
          </aside>
        ) : (
          <>
            <Thumbnails className="flex gap-2 overflow-x-auto pb-1 [&>li]:w-24" />
            <Suspense>
              <BottomSheet>
                <Panel />
              </BottomSheet>
            </Suspense>
          </>
        )}
      </div>
      <Speaker />
      <Suspense>
        <Dialogs keys={keys} />
      </Suspense>
    </div>
  )
}
