import { Check, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { closeDraft } from './picture/drawing.ts'
import { useReviewScope, useScreen } from './review-context.ts'
import { chooseTool } from './screen-store.ts'

/** What the keys do while a shape is drawn or edited, for a thumb. */
export function SheetDrawing() {
  const { t } = useTranslation('review')
  const { screen, actions } = useReviewScope()
  const tool = useScreen((state) => state.tool)
  const draft = useScreen((state) => state.draft)
  if (tool === 'edit')
    return (
      <Button
        size="touch"
        kind="main"
        onClick={() => {
          actions.commitEdited()
          chooseTool(screen, 'select')
        }}
      >
        <Check aria-hidden className="size-5" />
        {t('keys.end_editing')}
      </Button>
    )
  return (
    <div className="flex gap-2">
      {tool === 'draw' ? (
        <>
          <Button
            size="touch"
            kind="main"
            className="flex-1 px-2"
            disabled={draft.length < 3}
            onClick={() => closeDraft(screen, actions)}
          >
            <Check aria-hidden className="size-5" />
            {t('keys.close_shape')}
          </Button>
          <Button
            size="touch"
            className="px-0"
            aria-label={t('keys.last_point')}
            disabled={draft.length === 0}
            onClick={() => screen.setState({ draft: draft.slice(0, -1) })}
          >
            <Undo2 aria-hidden className="size-5 rtl:-scale-x-100" />
          </Button>
        </>
      ) : (
        <p className="flex-1 self-center text-quiet">{t('sheet.box')}</p>
      )}
      <Button
        size="touch"
        className="px-0"
        aria-label={t('sheet.cancel')}
        onClick={() => chooseTool(screen, 'select')}
      >
        <X aria-hidden className="size-5" />
      </Button>
    </div>
  )
}
