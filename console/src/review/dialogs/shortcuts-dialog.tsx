import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { type Key, shownKey } from '../keys/keys.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { switchLetters } from '../screen-store.ts'

/** As a reviewer meets them. */
const GROUPS = ['pictures', 'damages', 'drawing', 'view', 'all'] as const

/** Four directions are one thing to remember. */
function shownKeys({ keys }: Key): string[] {
  const directions = keys.filter((key) => key.includes('Arrow'))
  if (directions.length < 4) return keys.slice(0, 2).map(shownKey)
  const [first = ''] = directions
  return [`${first.startsWith('Shift+') ? 'Shift + ' : ''}← → ↑ ↓`]
}

export function ShortcutsDialog({ keys, onClose }: { keys: readonly Key[]; onClose: () => void }) {
  const { t } = useTranslation('review')
  const { screen } = useReviewScope()
  const areLettersOff = useScreen((state) => state.areLettersOff)
  const groups = GROUPS.map((group) => [group, keys.filter((key) => key.group === group)] as const)
  return (
    <Dialog open title={t('shortcuts.title')} onClose={onClose} className="w-[min(60rem,calc(100vw-2rem))]">
      <label className="mt-3 flex items-center gap-2">
        <input
          type="checkbox"
          checked={!areLettersOff}
          onChange={(event) => switchLetters(screen, !event.target.checked)}
          className="size-5 accent-accent"
        />
        {t('shortcuts.letters')}
      </label>
      <div className="mt-3 gap-6 sm:columns-2 lg:columns-3">
        {groups.map(([group, members]) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 font-semibold">{t(`key_groups.${group}`)}</h3>
            <dl>
              {members.map((key) => (
                <div
                  key={key.name}
                  className="flex items-baseline justify-between gap-3 border-line border-b py-1"
                >
                  <dt>{t(`keys.${key.name}`)}</dt>
                  <dd className="shrink-0 text-quiet">
                    {shownKeys(key).map((one) => (
                      <kbd key={one} className="ms-1 rounded bg-raised px-1.5 py-0.5 font-sans text-sm">
                        {one}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section className="break-inside-avoid">
          <h3 className="mb-1 font-semibold">{t('shortcuts.points')}</h3>
          <p className="text-quiet">{t('shortcuts.points_text')}</p>
        </section>
      </div>
      <Button className="mt-3" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
