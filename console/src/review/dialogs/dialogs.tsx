import type { Key } from '../keys/keys.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { EstimateDialog } from './estimate-dialog.tsx'
import { GridDialog } from './grid-dialog.tsx'
import { PaletteDialog } from './palette-dialog.tsx'
import { PartDialog } from './part-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TypeDialog } from './type-dialog.tsx'
import { ValidateDialog } from './validate-dialog.tsx'

/** One at a time; loaded when the first is asked for. */
export default function Dialogs({ keys }: { keys: readonly Key[] }) {
  const { review, actions } = useReviewScope()
  const dialog = useScreen((state) => state.dialog)
  const onClose = actions.closeDialog
  switch (dialog) {
    case null:
      return null
    case 'estimate':
      return <EstimateDialog inspectionId={review.id} onClose={onClose} />
    case 'grid':
      return <GridDialog onClose={onClose} />
    case 'palette':
      return <PaletteDialog keys={keys} onClose={onClose} />
    case 'part':
      return <PartDialog onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsDialog keys={keys} onClose={onClose} />
    case 'type':
      return <TypeDialog onClose={onClose} />
    case 'validate':
      return <ValidateDialog onClose={onClose} />
  }
}
