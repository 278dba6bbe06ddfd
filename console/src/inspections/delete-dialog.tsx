import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import { Dialog } from '../look/dialog.tsx'

const NAMED = 8

type Props = { names: readonly string[]; onClose: () => void; onDelete: () => void }

/** Asked before, because the service does not bring inspections back. */
export function DeleteDialog({ names, onClose, onDelete }: Props) {
  const { t } = useTranslation('list')
  const others = names.length - NAMED
  return (
    <Dialog open title={t('delete.title', { count: names.length })} text={t('delete.text')} onClose={onClose}>
      <ul className="mt-3 list-disc ps-5">
        {names.slice(0, NAMED).map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two vehicles may have the same name, and the list stands still
          <li key={at}>{name}</li>
        ))}
        {others > 0 ? <li>{t('delete.others', { count: others })}</li> : null}
      </ul>
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus touch="md" onClick={onClose}>
          {t('delete.keep')}
        </Button>
        <Button kind="danger" touch="md" onClick={onDelete}>
          {t('delete.action', { count: names.length })}
        </Button>
      </div>
    </Dialog>
  )
}
