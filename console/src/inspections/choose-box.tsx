import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { chooseRange, toggleChosen } from './list-store.ts'

type Props = {
  id: string
  name: string
  isChosen: boolean
  ids: readonly string[]
  tabIndex: number
  className: string
}

/** Chooses a row; with Shift, all rows from the last one to this. */
export function ChooseBox({ id, name, isChosen, ids, tabIndex, className }: Props) {
  const { t } = useTranslation('list')
  return (
    // The label makes the target larger than the box.
    <label className={classes('relative z-10 grid cursor-pointer select-none place-items-center', className)}>
      <input
        type="checkbox"
        aria-label={t('choose.one', { name })}
        checked={isChosen}
        tabIndex={tabIndex}
        onChange={(event) => {
          const { nativeEvent } = event
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) chooseRange(id, ids)
          else toggleChosen(id)
        }}
        className="size-4 accent-accent"
      />
    </label>
  )
}
