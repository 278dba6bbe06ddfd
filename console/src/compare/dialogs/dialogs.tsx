import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { KeyTable, LetterSwitch } from '../../review/keys/key-table.tsx'
import { ObjectionLinkDialog } from '../../settings/objections/objection-link-dialog.tsx'
import { useCompare, useScreen } from '../compare-context.ts'
import { switchLetters } from '../screen-store.ts'
import { type CompareKey, KEY_GROUPS } from '../use-compare-keys.ts'
import { EvidenceDialog } from './evidence-dialog.tsx'
import { PaperDialog } from './paper-dialog.tsx'
import { ValidateDialog } from './validate-dialog.tsx'

/** What nobody needs before they ask for it. */
export default function Dialogs({ keys }: { keys: readonly CompareKey[] }) {
  const { compared, screen, canEdit } = useCompare()
  const dialog = useScreen((state) => state.dialog)
  const close = () => screen.setState({ dialog: null })
  if (dialog === 'evidence') return <EvidenceDialog onClose={close} />
  if (dialog === 'paper') return <PaperDialog onClose={close} />
  if (dialog === 'validate') return <ValidateDialog onClose={close} />
  if (dialog === 'objection')
    return <ObjectionLinkDialog about={{ comparisonId: compared.id }} onClose={close} />
  if (dialog === 'keys')
    return <KeysDialog keys={keys.filter((key) => canEdit || !key.isEdit)} onClose={close} />
  return null
}

function KeysDialog({ keys, onClose }: { keys: readonly CompareKey[]; onClose: () => void }) {
  const { t } = useTranslation('compare')
  const { screen } = useCompare()
  const areLettersOff = useScreen((state) => state.areLettersOff)
  return (
    <Dialog open title={t('keys.keys')} onClose={onClose} className="w-[min(60rem,calc(100vw-2rem))]">
      <LetterSwitch
        text={t('keys.letters')}
        areLettersOff={areLettersOff}
        onSwitch={(areOff) => switchLetters(screen, areOff)}
      />
      <KeyTable keys={keys} groups={KEY_GROUPS} t={t} />
      <Button className="mt-3" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
