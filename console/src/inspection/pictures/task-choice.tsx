import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { CheckList } from '../../look/controls.tsx'
import { useTaskLabel } from '../use-task-label.ts'

type Props = {
  open: readonly string[]
  chosen: readonly string[]
  onChange: (names: string[]) => void
  isCentered: boolean
}

/** Which tasks are to look at the pictures that are added. */
export function TaskChoice({ open, chosen, onChange, isCentered }: Props) {
  const { t } = useTranslation('pictures')
  const taskLabel = useTaskLabel()
  if (open.length === 0)
    return (
      <p className={classes('mt-3 text-quiet text-sm', isCentered && 'text-center')}>{t('upload.no_task')}</p>
    )
  return (
    <fieldset
      className={classes(
        'mt-3 flex flex-wrap items-center gap-x-4 text-sm',
        isCentered && 'justify-center pb-6',
      )}
    >
      {/* A legend cannot stand in line with the boxes. */}
      <legend className="sr-only">{t('upload.for')}</legend>
      <span aria-hidden="true" className={classes('text-quiet max-sm:w-full', isCentered && 'text-center')}>
        {t('upload.for')}
      </span>
      <CheckList
        options={open.map((name) => ({ value: name, label: taskLabel(name) }))}
        chosen={chosen}
        onValue={onChange}
        className="inline-flex max-sm:min-h-11"
      />
    </fieldset>
  )
}
