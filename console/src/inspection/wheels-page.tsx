import { useTranslation } from 'react-i18next'

export function WheelsPage() {
  const { t } = useTranslation('inspection')
  return <h2 className="p-4 font-semibold text-lg">{t('page.wheels')}</h2>
}
