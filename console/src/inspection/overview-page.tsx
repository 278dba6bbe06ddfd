import { useTranslation } from 'react-i18next'

export function OverviewPage() {
  const { t } = useTranslation('inspection')
  return <h2 className="p-4 font-semibold text-lg">{t('page.overview')}</h2>
}
