import { useTranslation } from 'react-i18next'

export function SettingsPage() {
  const { t } = useTranslation('settings')
  return <h1 className="p-4 font-semibold text-xl">{t('title')}</h1>
}
