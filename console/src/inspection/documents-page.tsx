import { useTranslation } from 'react-i18next'

export function DocumentsPage() {
  const { t } = useTranslation('inspection')
  return <h2 className="p-4 font-semibold text-lg">{t('page.documents')}</h2>
}
