import { useTranslation } from 'react-i18next'
import { type Key, shownKey } from '../keys/keys.ts'
import { ChoiceDialog } from './choice-dialog.tsx'

const NOT_LISTED = new Set(['palette', 'move_cursor', 'put_point', 'last_point', 'bare', 'pan', 'back'])

/** Every command by its name. */
export function PaletteDialog({ keys, onClose }: { keys: readonly Key[]; onClose: () => void }) {
  const { t } = useTranslation('review')
  const listed = keys.filter((key) => key.isOn !== false && !NOT_LISTED.has(key.name))
  const choices = listed.map(({ name, keys: [first = ''], group }) => ({
    id: name,
    label: t(`keys.${name}`),
    hint: shownKey(first),
    group: t(`key_groups.${group}`),
  }))
  return (
    <ChoiceDialog
      title={t('palette.title')}
      placeholder={t('palette.placeholder')}
      choices={choices}
      onClose={onClose}
      onChoose={(id) => {
        onClose()
        // The dialog gives the focus back first.
        setTimeout(() => listed.find((key) => key.name === id)?.run())
      }}
    />
  )
}
