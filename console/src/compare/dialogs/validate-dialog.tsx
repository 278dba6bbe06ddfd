import { useTranslation } from 'react-i18next'
import { ValidationDialog } from '../../inspection/validation-dialog.tsx'
import { useCompare, useQueue } from '../compare-context.ts'

/** Validates the later inspection. What is open does not hinder a person who knows better, but unsaved work does. */
export function ValidateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['compare', 'edits'])
  const { later, counts } = useCompare()
  const waiting = useQueue((state) => state.waiting.length)
  return (
    <ValidationDialog
      inspectionId={later.id}
      title={t('validate.title')}
      text={t('validate.text')}
      back={t('ask.cancel')}
      action={t('bar.validate')}
      unsaved={waiting > 0 ? t('edits:save.waiting', { count: waiting }) : null}
      isPossible
      onClose={onClose}
    >
      <p className="mt-3">
        {counts.open > 0 ? t('validate.open', { count: counts.open }) : t('bar.all_checked')}
      </p>
    </ValidationDialog>
  )
}
