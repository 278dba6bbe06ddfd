import { useTranslation } from 'react-i18next'
import { Dialog } from '../../look/dialog.tsx'
import { Thumbnails } from '../picture/thumbnails.tsx'

export function GridDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  return (
    <Dialog open title={t('pictures')} onClose={onClose} className="w-[min(64rem,calc(100vw-2rem))]">
      <Thumbnails className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-4" onChosen={onClose} />
    </Dialog>
  )
}
