import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { KeyTable, LetterSwitch } from '../keys/key-table.tsx'
import type { Key } from '../keys/keys.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { switchLetters } from '../screen-store.ts'

/** As a reviewer meets them. */
const GROUPS = ['pictures', 'damages', 'drawing', 'view', 'all'] as const

export function ShortcutsDialog({ keys, onClose }: { keys: readonly Key[]; onClose: () => void }) {
  const { t } = useTranslation('review')
  const { screen } = useReviewScope()
  const areLettersOff = useScreen((state) => state.areLettersOff)
  return (
    <Dialog open title={t('shortcuts.title')} onClose={onClose} className="w-[min(60rem,calc(100vw-2rem))]">
      <LetterSwitch
        text={t('shortcuts.letters')}
        areLettersOff={areLettersOff}
        onSwitch={(areOff) => switchLetters(screen, areOff)}
      />
      <KeyTable keys={keys} groups={GROUPS} t={t}>
        <section className="break-inside-avoid">
          <h3 className="mb-1 font-semibold">{t('shortcuts.points')}</h3>
          <p className="text-quiet">{t('shortcuts.points_text')}</p>
        </section>
      </KeyTable>
      <Button className="mt-3" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
